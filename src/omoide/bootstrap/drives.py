"""Drives: what moves a persona from within."""

from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.goals import GoalFactory
from omoide.bootstrap.questions import QuestionFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.drives.feel import FeelDrives


class DriveFactory:
    """Makes what is moved."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        feelings: FeelingFactory,
        beliefs: BeliefFactory,
        goals: GoalFactory,
        questions: QuestionFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._feelings = feelings
        self._beliefs = beliefs
        self._goals = goals
        self._questions = questions

    def feel(self, persona: Persona) -> FeelDrives:
        """Return the look at what moves this persona."""
        return FeelDrives(
            events=self._events.store,
            feelings=self._feelings.store,
            beliefs=self._beliefs.store,
            preferences=self._beliefs.preferences,
            asked=self._beliefs.asked,
            goals=self._goals.store,
            wonders=self._questions.store,
            mood=self._feelings.read_mood(persona, self._beliefs.store),
            clock=self._foundation.clock,
            rules=domain_rules.drive_rules(self._foundation.settings(persona.id)),
        )
