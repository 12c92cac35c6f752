"""One data home, plugged together: a factory for each subject, each given only what it needs.

A factory, and what it imports, is made when it is first used, so that a door that needs little opens fast.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from omoide import config
from omoide.adapters.time.clock import SystemClock
from omoide.bootstrap.background import Beside, HomeWork
from omoide.bootstrap.foundation import Foundation
from omoide.config import Configuration
from omoide.domain.recall.receipts.receipt import Asker

if TYPE_CHECKING:
    from omoide.bootstrap.autonomy import AutonomyFactory
    from omoide.bootstrap.beliefs import BeliefFactory
    from omoide.bootstrap.context import ContextFactory
    from omoide.bootstrap.drives import DriveFactory
    from omoide.bootstrap.entities import EntityFactory
    from omoide.bootstrap.episodes import EpisodeFactory
    from omoide.bootstrap.erasing import ErasingFactory
    from omoide.bootstrap.events import EventFactory
    from omoide.bootstrap.feelings import FeelingFactory
    from omoide.bootstrap.goals import GoalFactory
    from omoide.bootstrap.hosts import HostFactory
    from omoide.bootstrap.jobs import JobFactory
    from omoide.bootstrap.keys import KeyFactory
    from omoide.bootstrap.knowledge import KnowledgeFactory
    from omoide.bootstrap.memories import MemoryFactory
    from omoide.bootstrap.models import ModelFactory
    from omoide.bootstrap.nights import NightFactory
    from omoide.bootstrap.notes import NoteFactory
    from omoide.bootstrap.questions import QuestionFactory
    from omoide.bootstrap.recall import RecallFactory
    from omoide.bootstrap.recall_kinds import RecallKindFactory
    from omoide.bootstrap.receipts import ReceiptFactory
    from omoide.bootstrap.reflection import ReflectionFactory
    from omoide.bootstrap.reminders import ReminderFactory
    from omoide.bootstrap.sleep import SleepFactory
    from omoide.bootstrap.tools import ToolFactory
    from omoide.bootstrap.topics import TopicFactory
    from omoide.bootstrap.understanding import UnderstandingFactory
    from omoide.bootstrap.upkeep import UpkeepFactory
    from omoide.domain.personas.persona import Persona, PersonaId
    from omoide.domain.time.moment import Moment
    from omoide.ports.models.embedder import Embedder
    from omoide.ports.models.thinker import Thinker
    from omoide.ports.time.clock import Clock
    from omoide.usecases.hosts.import_logs import ImportLogs
    from omoide.usecases.recall.recut import Recut
    from omoide.usecases.understanding.while_away import WhileAway
    from omoide.usecases.upkeep.examine import Examine


@dataclass(frozen=True, slots=True)
class Opening:
    """What a caller may say about how a home is opened."""

    home: str | Path | None = None
    file: str | Path | None = None
    environ: Mapping[str, str] | None = None
    clock: "Clock | None" = None
    embedder: "Embedder | None" = None
    thinker: "Thinker | None" = None
    """Who answers everything that is asked, in place of the persona's models and rules."""
    durable: bool = True
    """False for a scratch home: it need not survive a power cut."""
    beside: Beside = Beside.NOWHERE
    """Where work goes on that nobody waits for."""
    asker: Asker = Asker.LIBRARY
    """Who recalls, as receipts tell it."""


class Home:
    """One data home: the only object that knows the factories of all subjects."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        embedder: "Embedder | None" = None,
        thinker: "Thinker | None" = None,
        beside: Beside = Beside.NOWHERE,
        asker: Asker = Asker.LIBRARY,
    ) -> None:
        self.foundation = foundation
        self.asker = asker
        self._beside = beside
        self._given_embedder = embedder
        self._given_thinker = thinker

    @classmethod
    def of(cls, configuration: Configuration, opening: Opening) -> "Home":
        """Return a home with these settings; nothing is opened yet."""
        environ = os.environ if opening.environ is None else opening.environ
        clock = opening.clock or SystemClock()
        foundation = Foundation(configuration, clock=clock, durable=opening.durable, environ=environ)
        return cls(
            foundation,
            embedder=opening.embedder,
            thinker=opening.thinker,
            beside=opening.beside,
            asker=opening.asker,
        )

    @cached_property
    def embedder(self) -> "Embedder":
        """Return the embedder that was given, or that the settings name."""
        if self._given_embedder is not None:
            return self._given_embedder
        from omoide.bootstrap import embedding

        configuration = self.foundation.configuration
        made = embedding.embedder_of(configuration)
        return self.models.metered(made) if embedding.is_paid(configuration) else made

    @cached_property
    def events(self) -> "EventFactory":
        """Return everything about what happened."""
        from omoide.bootstrap.events import EventFactory

        return EventFactory(self.foundation)

    @cached_property
    def memories(self) -> "MemoryFactory":
        """Return everything about memories, but their nights."""
        from omoide.bootstrap.memories import MemoryFactory

        return MemoryFactory(self.foundation, embedder=lambda: self.embedder)

    @cached_property
    def recall(self) -> "RecallFactory":
        """Return everything about finding."""
        from omoide.bootstrap.recall import RecallFactory

        return RecallFactory(self.foundation, events=self.events, memories=self.memories, embedder=self.embedder)

    @cached_property
    def receipts(self) -> "ReceiptFactory":
        """Return everything about what is kept of recalls, and "not that"."""
        from omoide.bootstrap.receipts import ReceiptFactory

        return ReceiptFactory(
            self.foundation, events=self.events, memories=self.memories, embedder=self.embedder, asker=self.asker
        )

    @cached_property
    def recall_kinds(self) -> "RecallKindFactory":
        """Return the one verb that recalls, and every kind of thing it finds."""
        from omoide.bootstrap.recall_kinds import RecallKindFactory

        return RecallKindFactory(
            self.foundation,
            events=self.events,
            memories=self.memories,
            recall=self.recall,
            thinker=self._thinker,
        )

    @cached_property
    def beliefs(self) -> "BeliefFactory":
        """Return everything about beliefs and preferences."""
        from omoide.bootstrap.beliefs import BeliefFactory

        return BeliefFactory(self.foundation, events=self.events)

    @cached_property
    def feelings(self) -> "FeelingFactory":
        """Return everything about what was felt."""
        from omoide.bootstrap.feelings import FeelingFactory

        return FeelingFactory(self.foundation)

    @cached_property
    def notes(self) -> "NoteFactory":
        """Return everything about notes."""
        from omoide.bootstrap.notes import NoteFactory

        return NoteFactory(self.foundation, events=self.events)

    @cached_property
    def keys(self) -> "KeyFactory":
        """Return everything about keys for the doors over the wire."""
        from omoide.bootstrap.keys import KeyFactory

        return KeyFactory(self.foundation)

    @cached_property
    def knowledge(self) -> "KnowledgeFactory":
        """Return everything about documents."""
        from omoide.bootstrap.knowledge import KnowledgeFactory

        return KnowledgeFactory(self.foundation, events=self.events, recall=self.recall)

    @cached_property
    def drives(self) -> "DriveFactory":
        """Return everything about what moves a persona from within."""
        from omoide.bootstrap.drives import DriveFactory

        return DriveFactory(
            self.foundation,
            events=self.events,
            feelings=self.feelings,
            beliefs=self.beliefs,
            goals=self.goals,
            questions=self.questions,
        )

    @cached_property
    def goals(self) -> "GoalFactory":
        """Return everything about what the persona wants to reach."""
        from omoide.bootstrap.goals import GoalFactory

        return GoalFactory(self.foundation, events=self.events, episodes=self.episodes)

    @cached_property
    def questions(self) -> "QuestionFactory":
        """Return everything about what the persona would like to know."""
        from omoide.bootstrap.questions import QuestionFactory

        return QuestionFactory(
            self.foundation,
            events=self.events,
            memories=self.memories,
            beliefs=self.beliefs,
            entities=self.entities,
            episodes=self.episodes,
            reflection=self.reflection,
            models=self.models,
        )

    @cached_property
    def reflection(self) -> "ReflectionFactory":
        """Return everything about what the persona makes of its days."""
        from omoide.bootstrap.reflection import ReflectionFactory

        return ReflectionFactory(
            self.foundation,
            events=self.events,
            memories=self.memories,
            beliefs=self.beliefs,
            episodes=self.episodes,
            models=self.models,
        )

    @cached_property
    def reminders(self) -> "ReminderFactory":
        """Return everything about due things."""
        from omoide.bootstrap.reminders import ReminderFactory

        return ReminderFactory(self.foundation, beliefs=self.beliefs)

    @cached_property
    def autonomy(self) -> "AutonomyFactory":
        """Return everything about acting by itself."""
        from omoide.bootstrap.autonomy import AutonomyFactory

        return AutonomyFactory(self.foundation, events=self.events, drives=self.drives, reminders=self.reminders)

    @cached_property
    def models(self) -> "ModelFactory":
        """Return everything about models, rules and what they cost."""
        from omoide.bootstrap.models import ModelFactory

        return ModelFactory(self.foundation, embedder=lambda: self.embedder, thinker=self._given_thinker)

    @cached_property
    def understanding(self) -> "UnderstandingFactory":
        """Return everything about thinking about turns."""
        from omoide.bootstrap.understanding import UnderstandingFactory

        return UnderstandingFactory(
            self.foundation,
            events=self.events,
            memories=self.memories,
            beliefs=self.beliefs,
            feelings=self.feelings,
            models=self.models,
            nights=self.nights,
            sleep=self.sleep,
            catch_up=self.recall.catch_up,
            shelve=self.recall_kinds.shelve,
            embedder=self.embedder,
        )

    @cached_property
    def sleep(self) -> "SleepFactory":
        """Return everything about a night's work in stages."""
        from omoide.bootstrap.sleep import SleepFactory

        return SleepFactory(
            self.foundation,
            nights=self.nights,
            episodes=self.episodes,
            entities=self.entities,
            topics=self.topics,
            beliefs=self.beliefs,
            feelings=self.feelings,
            reminders=self.reminders,
            models=self.models,
            goals=self.goals,
            questions=self.questions,
            reflection=self.reflection,
            catch_up=self.recall.catch_up,
            shelve=self.recall_kinds.shelve,
            clear_old_spaces=self.recall.clear_old_spaces,
        )

    @cached_property
    def nights(self) -> "NightFactory":
        """Return everything about nights."""
        from omoide.bootstrap.nights import NightFactory

        return NightFactory(self.foundation, memories=self.memories, models=self.models, embedder=self.embedder)

    @cached_property
    def hosts(self) -> "HostFactory":
        """Return everything that a host of conversations needs."""
        from omoide.bootstrap.hosts import HostFactory

        return HostFactory(
            self.foundation,
            events=self.events,
            memories=self.memories,
            recall=self.recall,
            beliefs=self.beliefs,
            erasing=self.erasing,
            receipts=self.receipts,
        )

    @cached_property
    def context(self) -> "ContextFactory":
        """Return everything about what a model is shown."""
        from omoide.bootstrap.context import ContextFactory

        return ContextFactory(
            self.foundation,
            events=self.events,
            beliefs=self.beliefs,
            feelings=self.feelings,
            notes=self.notes,
            episodes=self.episodes,
            entities=self.entities,
            drives=self.drives,
            goals=self.goals,
            questions=self.questions,
            reflection=self.reflection,
            reminders=self.reminders,
            hosts=self.hosts,
            receipts=self.receipts,
            embedder=self.embedder,
        )

    @cached_property
    def entities(self) -> "EntityFactory":
        """Return everything about people and things the persona knows."""
        from omoide.bootstrap.entities import EntityFactory

        return EntityFactory(
            self.foundation, events=self.events, memories=self.memories, beliefs=self.beliefs, models=self.models
        )

    @cached_property
    def episodes(self) -> "EpisodeFactory":
        """Return everything about days told in the persona's own voice."""
        from omoide.bootstrap.episodes import EpisodeFactory

        return EpisodeFactory(
            self.foundation, events=self.events, beliefs=self.beliefs, models=self.models, recall=self.recall
        )

    @cached_property
    def topics(self) -> "TopicFactory":
        """Return everything about what is spoken of again and again."""
        from omoide.bootstrap.topics import TopicFactory

        return TopicFactory(self.foundation, events=self.events, models=self.models, recall=self.recall)

    @cached_property
    def tools(self) -> "ToolFactory":
        """Return everything about what a model may call."""
        from omoide.bootstrap.tools import ToolFactory

        return ToolFactory(
            self.foundation,
            events=self.events,
            memories=self.memories,
            recall_kinds=self.recall_kinds,
            receipts=self.receipts,
            notes=self.notes,
            episodes=self.episodes,
            entities=self.entities,
            knowledge=self.knowledge,
            reminders=self.reminders,
            goals=self.goals,
            questions=self.questions,
        )

    @cached_property
    def erasing(self) -> "ErasingFactory":
        """Return everything about erasing."""
        from omoide.bootstrap.erasing import ErasingFactory

        return ErasingFactory(self.foundation, events=self.events)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Let somebody who waits for an answer go first, and read what it needs through one connection."""
        with self.work.courtesy.first(), self.foundation.database.through_one_connection():
            yield

    @cached_property
    def work(self) -> HomeWork:
        """Return what happens by itself."""
        from omoide.bootstrap.whose_turn import WhoseTurn

        return HomeWork(
            self.foundation,
            while_away=self._while_away,
            imports=self._import_logs,
            beside=self._beside,
            whose_turn=WhoseTurn(self.foundation, space=lambda: self.embedder.space.key),
        )

    @cached_property
    def jobs(self) -> "JobFactory":
        """Return everything about the jobs of the background engine."""
        from omoide.bootstrap.jobs import JobFactory

        return JobFactory(self.foundation, work=self.work)

    @cached_property
    def upkeep(self) -> "UpkeepFactory":
        """Return everything about the care of the files."""
        from omoide.bootstrap.upkeep import UpkeepFactory

        return UpkeepFactory(self.foundation)

    @property
    def examine(self) -> "Examine":
        """Return the check of everything."""
        from omoide.adapters.readers.answering import shared_pair_reader
        from omoide.adapters.readers.builtin import shared_reader
        from omoide.usecases.upkeep.examine import Examine

        return Examine(
            health=lambda: self.upkeep.health,
            personas=lambda: self.foundation.personas,
            passages=lambda: self.recall.passages,
            texts=lambda: self.recall.texts,
            embedder=lambda: self.embedder,
            readers={
                "feelings and beliefs": lambda: shared_reader().agreement(),
                "deep recall": lambda: shared_pair_reader().opened(),
            },
            recut=self._recut,
            nights_ahead=self._night_ahead,
            troubles=lambda: self.work.troubles,
            clock_leap=self._clock_leap,
        )

    # Nothing of this is made before it is asked for: what fails must fail inside a check, and a door that only looks
    # should not wait for what it never uses.
    def _while_away(self, persona: "Persona") -> "WhileAway":
        return self.understanding.while_away(persona)

    def _import_logs(self, persona: "Persona") -> "ImportLogs":
        return self.hosts.import_logs(persona)

    def _thinker(self, persona: "Persona") -> "Thinker":
        return self.models.thinker(persona)

    def _recut(self, persona_id: "PersonaId") -> "Recut":
        return self.recall.recut(persona_id)

    def _night_ahead(self, persona: "Persona") -> "Moment | None":
        return self.nights.nights_ahead(persona)

    def _clock_leap(self, persona: "Persona") -> "Moment | None":
        return self.nights.clock_leap(persona)

    def close(self) -> None:
        """Break off background work, and let go of connections and the database."""
        if "jobs" in self.__dict__:
            self.jobs.close()
        if "work" in self.__dict__:
            self.work.close()
        if "receipts" in self.__dict__:
            self.receipts.close()
        if "models" in self.__dict__:
            self.models.close()
        if "upkeep" in self.__dict__:
            self.upkeep.close()
        self.foundation.close()


def open_home(opening: Opening) -> Home:
    """Return one data home; nothing is opened yet but the settings."""
    environ = os.environ if opening.environ is None else opening.environ
    return Home.of(config.load(opening.home, environ, file=opening.file), opening)
