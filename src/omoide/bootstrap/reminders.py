"""Due things: what is due, telling it once, and the owner's word on it."""

from functools import cached_property

from omoide.adapters.sql.reminders.reminders import SqlReminderStore
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.reminders.due import LookAtDue
from omoide.usecases.reminders.settle import SettleDue
from omoide.usecases.reminders.tell import TellDue


class ReminderFactory:
    """Makes what tells due things."""

    def __init__(self, foundation: Foundation, *, beliefs: BeliefFactory) -> None:
        self._foundation = foundation
        self._beliefs = beliefs

    @cached_property
    def store(self) -> SqlReminderStore:
        """Return what was told."""
        return SqlReminderStore(self._foundation.database)

    def look(self, persona: Persona) -> LookAtDue:
        """Return the look at what is due."""
        rules = domain_rules.reminder_rules(self._foundation.settings(persona.id))
        return LookAtDue(self._beliefs.store, self.store, rules)

    def tell(self, persona: Persona) -> TellDue:
        """Return the telling of what is due: what whoever composes a context asks with each turn."""
        return TellDue(self.look(persona))

    def settle(self, persona: Persona) -> SettleDue:
        """Return the owner's word on due things."""
        return SettleDue(self._beliefs.corrections(persona), self.store, self._foundation.clock)
