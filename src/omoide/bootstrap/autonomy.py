"""Autonomy: whether a persona would act now by itself."""

from omoide.bootstrap.drives import DriveFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.reminders import ReminderFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.autonomy.decide import DecideToAct


class AutonomyFactory:
    """Makes what decides."""

    def __init__(
        self, foundation: Foundation, *, events: EventFactory, drives: DriveFactory, reminders: ReminderFactory
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._drives = drives
        self._reminders = reminders

    def decide(self, persona: Persona) -> DecideToAct:
        """Return the decision of this persona."""
        return DecideToAct(
            events=self._events.store,
            feel=self._drives.feel(persona),
            due=self._reminders.look(persona),
            rules=domain_rules.autonomy_rules(self._foundation.settings(persona.id)),
        )
