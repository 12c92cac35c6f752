"""Beliefs, feelings and the thread of talk, plugged together."""

import time
from functools import cached_property

from omoide.adapters.sql.beliefs.preferences import SqlPreferenceStore
from omoide.adapters.sql.beliefs.states import SqlBeliefStore
from omoide.adapters.sql.events.context_graph import SqlContextStore, SqlFeelingStore
from omoide.adapters.sql.understanding.digestions import SqlDigestStore, SqlTidyStore
from omoide.bootstrap import Wiring
from omoide.config import Settings
from omoide.domain.beliefs.tidy import TidyRules
from omoide.domain.feelings.mood import MoodRules
from omoide.domain.personas.persona import Persona
from omoide.usecases.beliefs.beliefs import Beliefs, OwnersCorrections
from omoide.usecases.beliefs.tidy import Tidy
from omoide.usecases.events.follow_thread import FollowThread
from omoide.usecases.events.recent import RecentEvents, ShortTermHistory
from omoide.usecases.gathering import Gather
from omoide.usecases.understanding.digest import Digest


class GrowingWiring:
    """The parts of a home that believe, feel and follow the thread of talk."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    @cached_property
    def belief_store(self) -> SqlBeliefStore:
        """Return the beliefs."""
        return SqlBeliefStore(self._wiring.database)

    @cached_property
    def preferences(self) -> SqlPreferenceStore:
        """Return the likes and dislikes."""
        return SqlPreferenceStore(self._wiring.database)

    @cached_property
    def context(self) -> SqlContextStore:
        """Return the context graph."""
        return SqlContextStore(self._wiring.database)

    @cached_property
    def feelings(self) -> SqlFeelingStore:
        """Return what was felt."""
        return SqlFeelingStore(self._wiring.database)

    @cached_property
    def digests(self) -> SqlDigestStore:
        """Return the record of digesting."""
        return SqlDigestStore(self._wiring.database)

    @cached_property
    def tidyings(self) -> SqlTidyStore:
        """Return the record of tidying."""
        return SqlTidyStore(self._wiring.database)

    @property
    def beliefs(self) -> Beliefs:
        """Return the reading of beliefs."""
        return Beliefs(self.belief_store, self._wiring.clock)

    def owners_word(self, persona: Persona) -> OwnersCorrections:
        """Return the owner's word on beliefs."""
        observe = self._wiring.observe(persona.id)
        return OwnersCorrections(self.beliefs, self.preferences, observe, self._wiring.clock)

    def tidy(self, persona: Persona) -> Tidy:
        """Return the tidying of the state."""
        given = self._settings(persona).tidy
        rules = TidyRules(given.first_after_turns, given.every_turns, given.max_closed, given.max_examined)
        return Tidy(self.belief_store, self.tidyings, self._wiring.clock, time.monotonic, rules)

    def digest(self, persona: Persona) -> Digest:
        """Return the verb `digest` as this persona has it set."""
        memories = self._wiring.memories
        return Digest(
            events=self._wiring.events,
            feelings=self.feelings,
            digests=self.digests,
            memories=memories.store,
            gather=Gather(self.belief_store, self.preferences, self.recent(persona), memories.log),
            remember=memories.remember(persona),
            protect=memories.protect(persona),
            tidy=self.tidy(persona),
            thinker=self._wiring.thinker(persona),
            clock=self._wiring.clock,
            mood_rules=self.mood_rules(persona),
        )

    def mood_rules(self, persona: Persona) -> MoodRules:
        """Return how this persona's moods move."""
        given = self._settings(persona).mood
        return MoodRules(
            given.baseline_half_life_hours, given.shock_min_half_life_hours, given.shock_max_half_life_hours
        )

    def recent(self, persona: Persona) -> RecentEvents:
        """Return the reading of the last events."""
        return RecentEvents(self._wiring.events, self._settings(persona).events.recent_events)

    def history(self, persona: Persona) -> ShortTermHistory:
        """Return the reading of the last chat turns."""
        return ShortTermHistory(self._wiring.events, self._settings(persona).events.max_turns_window)

    @property
    def follow(self) -> FollowThread:
        """Return the walk along the thread of talk."""
        return FollowThread(self._wiring.events, self.context)

    def _settings(self, persona: Persona) -> Settings:
        return self._wiring.for_persona(persona.id).settings
