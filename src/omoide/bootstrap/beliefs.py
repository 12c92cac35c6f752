"""Beliefs and preferences: reading them, correcting them, tidying them."""

import time
from functools import cached_property

from omoide.adapters.sql.beliefs.asked import SqlAskedStore
from omoide.adapters.sql.beliefs.preferences import SqlPreferenceStore
from omoide.adapters.sql.beliefs.states import SqlBeliefStore
from omoide.adapters.sql.understanding.digestions import SqlTidyStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.beliefs.asking import AskAboutCandidates
from omoide.usecases.beliefs.beliefs import Beliefs
from omoide.usecases.beliefs.corrections import OwnersCorrections
from omoide.usecases.beliefs.persona_revisions import PersonaRevisions
from omoide.usecases.beliefs.tidy import Tidy


class BeliefFactory:
    """Makes what believes."""

    def __init__(self, foundation: Foundation, *, events: EventFactory) -> None:
        self._foundation = foundation
        self._events = events

    @cached_property
    def store(self) -> SqlBeliefStore:
        """Return the beliefs."""
        return SqlBeliefStore(self._foundation.database)

    @cached_property
    def preferences(self) -> SqlPreferenceStore:
        """Return the likes and dislikes."""
        return SqlPreferenceStore(self._foundation.database)

    @cached_property
    def tidyings(self) -> SqlTidyStore:
        """Return the record of tidying."""
        return SqlTidyStore(self._foundation.database)

    @cached_property
    def asked(self) -> SqlAskedStore:
        """Return what was asked about."""
        return SqlAskedStore(self._foundation.database)

    @property
    def ask(self) -> AskAboutCandidates:
        """Return what may be asked about."""
        return AskAboutCandidates(self.store, self.preferences, self.asked, self._foundation.clock)

    @property
    def beliefs(self) -> Beliefs:
        """Return the reading of beliefs."""
        return Beliefs(self.store, self._foundation.clock)

    def corrections(self, persona: Persona) -> OwnersCorrections:
        """Return the owner's word on beliefs."""
        observe = self._events.observe(persona)
        return OwnersCorrections(self.beliefs, self.preferences, observe, self._foundation.clock)

    def persona_revisions(self, persona: Persona) -> PersonaRevisions:
        """Return the persona's own word on beliefs, which the owner's outweighs."""
        return PersonaRevisions(self.beliefs, self._events.observe(persona), self._foundation.clock)

    def tidy(self, persona: Persona) -> Tidy:
        """Return the tidying of the state."""
        rules = domain_rules.tidy_rules(self._foundation.settings(persona.id))
        return Tidy(self.store, self.tidyings, self._foundation.clock, time.monotonic, rules)
