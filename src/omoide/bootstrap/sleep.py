"""Sleep: a night's work in stages, and the morning after."""

import time
from collections.abc import Callable
from functools import cached_property

from omoide.adapters.jobs.sleep_locks import FileSleepLock
from omoide.adapters.sql.entities.taking_back import SqlProposalTraces
from omoide.adapters.sql.episodes.taking_back import SqlEpisodeTraces
from omoide.adapters.sql.goals.taking_back import SqlGoalTraces
from omoide.adapters.sql.questions.taking_back import SqlQuestionTraces
from omoide.adapters.sql.reflection.taking_back import SqlReflectionTraces
from omoide.adapters.sql.sleep.sleeps import SqlSleepStore
from omoide.adapters.sql.topics.taking_back import SqlTopicTraces
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.entities import EntityFactory
from omoide.bootstrap.episodes import EpisodeFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.goals import GoalFactory
from omoide.bootstrap.models import ModelFactory
from omoide.bootstrap.nights import NightFactory
from omoide.bootstrap.questions import QuestionFactory
from omoide.bootstrap.reflection import ReflectionFactory
from omoide.bootstrap.reminders import ReminderFactory
from omoide.bootstrap.topics import TopicFactory
from omoide.config import domain_rules
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.sleep.sleep_report import SleepReport
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.time.moment import Moment
from omoide.ports.sleep.lock import SleepLock
from omoide.ports.sleep.stage_traces import StageTraces
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.kinds.shelve import Shelve
from omoide.usecases.recall.old_spaces import ClearOldSpaces
from omoide.usecases.sleep.morning import TellMorning
from omoide.usecases.sleep.sleep_through import SleepThrough
from omoide.usecases.sleep.stages import (
    EntityStage,
    EpisodeStage,
    GoalStage,
    IndexStage,
    NightStage,
    QuestionStage,
    ReflectStage,
    StageWork,
    TidyStage,
    TopicStage,
    WeeklyStage,
)
from omoide.usecases.sleep.taking_back import NightTraces, TakeBackSleeps

MOST_SEEN = 10
"""Entries of the dream diary that a morning looks at."""


class SleepFactory:
    """Makes what puts a persona to sleep."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        nights: NightFactory,
        episodes: EpisodeFactory,
        entities: EntityFactory,
        topics: TopicFactory,
        beliefs: BeliefFactory,
        feelings: FeelingFactory,
        reminders: ReminderFactory,
        models: ModelFactory,
        goals: GoalFactory,
        questions: QuestionFactory,
        reflection: ReflectionFactory,
        catch_up: CatchUp,
        shelve: Callable[[Persona], Shelve],
        clear_old_spaces: ClearOldSpaces,
    ) -> None:
        self._foundation = foundation
        self._nights = nights
        self._episodes = episodes
        self._entities = entities
        self._topics = topics
        self._beliefs = beliefs
        self._feelings = feelings
        self._reminders = reminders
        self._models = models
        self._goals = goals
        self._questions = questions
        self._reflection = reflection
        self._catch_up = catch_up
        self._shelve = shelve
        self._clear_old_spaces = clear_old_spaces

    @cached_property
    def store(self) -> SqlSleepStore:
        """Return the reports of sleeps."""
        return SqlSleepStore(self._foundation.database)

    def through(self, persona: Persona) -> SleepThrough:
        """Return the verb that goes through the stages."""
        return SleepThrough(
            stages=self._stages(persona),
            take_back=self._take_back(persona),
            is_due=self._nights.sleep(persona).is_due,
            store=self.store,
            lock=self._lock(),
            spent_nano_usd=self._spent,
            clock=self._foundation.clock,
            stopwatch=time.monotonic,
            budget=domain_rules.sleep_budget(self._foundation.settings(persona.id)),
        )

    def _take_back(self, persona: Persona) -> TakeBackSleeps:
        """Return what takes back what sleeps did before their time.

        Duplicates among beliefs and vectors are the same at any time: their stages have nothing to take back.
        """
        database = self._foundation.database
        traces: dict[SleepStage, StageTraces] = {
            SleepStage.NIGHT: NightTraces(self._nights.take_back(persona)),
            SleepStage.EPISODES: SqlEpisodeTraces(database, EpisodeKind.DAY),
            SleepStage.WEEKLY: SqlEpisodeTraces(database, EpisodeKind.WEEK),
            SleepStage.REFLECT: SqlReflectionTraces(database),
            SleepStage.GOALS: SqlGoalTraces(database),
            SleepStage.QUESTIONS: SqlQuestionTraces(database),
            SleepStage.ENTITIES: SqlProposalTraces(database),
            SleepStage.TOPICS: SqlTopicTraces(database),
        }
        return TakeBackSleeps(self.store, traces, self._foundation.clock)

    def _lock(self) -> SleepLock:
        """Return the right to put a persona to sleep: of all processes of this home, or of all that share its server."""
        if self._foundation.server is None:
            return FileSleepLock(self._foundation.folder)
        from omoide.adapters.sql.postgres.locks import PostgresSleepLock

        return PostgresSleepLock(self._foundation.server)

    def morning(self, persona: Persona) -> TellMorning:
        """Return the telling of a morning."""
        return TellMorning(
            sleeps=self.store,
            mood=self._feelings.read_mood(persona, self._beliefs.store),
            due=self._reminders.look(persona),
            insights=self._seen,
        )

    def _stages(self, persona: Persona) -> dict[SleepStage, StageWork]:
        return {
            SleepStage.NIGHT: NightStage(self._nights.in_time(persona)),
            SleepStage.EPISODES: EpisodeStage(self._episodes.update(persona)),
            SleepStage.WEEKLY: WeeklyStage(self._episodes.compress(persona)),
            SleepStage.REFLECT: ReflectStage(self._reflection.reflect(persona)),
            SleepStage.GOALS: GoalStage(self._goals.tidy(persona)),
            SleepStage.QUESTIONS: QuestionStage(self._questions.review(persona)),
            SleepStage.ENTITIES: EntityStage(self._entities.propose(persona)),
            SleepStage.TOPICS: TopicStage(lambda: self._topics.update(persona)),
            SleepStage.TIDY: TidyStage(self._beliefs.tidy(persona)),
            SleepStage.INDEX: IndexStage(self._shelve(persona), self._catch_up, self._clear_old_spaces),
        }

    def _seen(self, persona: Persona, sleep: SleepReport) -> tuple[str, ...]:
        """Return what the dream diary says since a sleep began, oldest first."""
        entries = self._reflection.diary.all(persona.id, limit=MOST_SEEN)
        return tuple(each.text for each in reversed(entries) if each.created >= sleep.began)

    def _spent(self, persona_id: PersonaId, since: Moment) -> int:
        calls = self._models.ledger.calls(since=since)
        return sum(call.nano_usd or 0 for call in calls if call.persona_id == persona_id)
