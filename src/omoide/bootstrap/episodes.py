"""Episodes: telling days and weeks, finding them, and what resonates."""

from collections.abc import Callable, Sequence
from functools import cached_property

from omoide.adapters.jobs.side_by_side import one_by_one, side_by_side
from omoide.adapters.sql.episodes.day_reading import SqlDayReading
from omoide.adapters.sql.episodes.episodes import SqlEpisodeStore
from omoide.adapters.sql.episodes.timeline import SqlTimelineReading
from omoide.adapters.sql.memories.recall_log import SqlRecallLog
from omoide.asks.ask import Role
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.models import ModelFactory
from omoide.bootstrap.recall import RecallFactory
from omoide.config import domain_rules
from omoide.domain.episodes.days import DueDay
from omoide.domain.personas.persona import Persona
from omoide.usecases.episodes.compress import CompressEpisodes
from omoide.usecases.episodes.find import FindEpisodes
from omoide.usecases.episodes.resonate import Resonate
from omoide.usecases.episodes.special import WriteSpecials
from omoide.usecases.episodes.update import ToldDay, UpdateEpisodes
from omoide.usecases.understanding.gather import Gather


class EpisodeFactory:
    """Makes what tells days."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        beliefs: BeliefFactory,
        models: ModelFactory,
        recall: RecallFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._beliefs = beliefs
        self._models = models
        self._recall = recall

    @cached_property
    def store(self) -> SqlEpisodeStore:
        """Return the episodes."""
        return SqlEpisodeStore(self._foundation.database)

    @cached_property
    def reading(self) -> SqlDayReading:
        """Return what days are made of."""
        return SqlDayReading(self._foundation.database)

    @cached_property
    def timeline(self) -> SqlTimelineReading:
        """Return what looks through told days a page at a time."""
        return SqlTimelineReading(self._foundation.database)

    def update(self, persona: Persona) -> UpdateEpisodes:
        """Return the verb that tells days; with a model several at once."""
        told = SqlRecallLog(self._foundation.database)
        beliefs = self._beliefs
        gather = Gather(beliefs.store, beliefs.preferences, self._events.recent(persona), told, beliefs.store)

        def together(do: Callable[[DueDay], ToldDay], some: Sequence[DueDay]) -> list[ToldDay]:
            # Asked when there is something to tell: looking for a model's key takes a while.
            has_model = Role.SUMMARY in self._models.models(persona)
            return (side_by_side if has_model else one_by_one)(do, some)

        return UpdateEpisodes(
            episodes=self.store,
            reading=self.reading,
            events=self._events.store,
            worths=gather.worths,
            thinker=lambda: self._models.thinker(persona),
            specials=self.specials(persona),
            clock=self._foundation.clock,
            rules=domain_rules.arousal_rules(self._foundation.settings(persona.id)),
            chunks=self._events.chunks(persona),
            side_by_side=together,
        )

    def compress(self, persona: Persona) -> CompressEpisodes:
        """Return the verb that makes weeks of days."""
        return CompressEpisodes(
            episodes=self.store,
            thinker=lambda: self._models.thinker(persona),
            clock=self._foundation.clock,
            rules=domain_rules.week_rules(self._foundation.settings(persona.id)),
            chunks=self._events.chunks(persona),
        )

    def specials(self, persona: Persona) -> WriteSpecials:
        """Return what writes special episodes."""
        return WriteSpecials(self.store, self.reading, self._foundation.clock, self._events.chunks(persona))

    @property
    def find(self) -> FindEpisodes:
        """Return the verb that finds episodes."""
        recall = self._recall
        return FindEpisodes(self.store, recall.texts, recall.vectors, recall.embedder)


def resonate_of(foundation: Foundation, persona: Persona) -> Resonate:
    """Return the verb that lets answers resonate."""
    rules = domain_rules.arousal_rules(foundation.settings(persona.id))
    return Resonate(SqlEpisodeStore(foundation.database), foundation.clock, rules)
