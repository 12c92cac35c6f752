"""Feelings: what was felt, and how moods move."""

from functools import cached_property

from omoide.adapters.sql.feelings.feelings import SqlFeelingStore
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.feelings.mood import MoodRules
from omoide.domain.personas.persona import Persona
from omoide.ports.beliefs.store import BeliefStore
from omoide.usecases.feelings.read_mood import ReadMood


class FeelingFactory:
    """Makes what feels."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation

    @cached_property
    def store(self) -> SqlFeelingStore:
        """Return what was felt."""
        return SqlFeelingStore(self._foundation.database)

    def mood_rules(self, persona: Persona) -> MoodRules:
        """Return how this persona's moods move."""
        return domain_rules.mood_rules(self._foundation.settings(persona.id))

    def read_mood(self, persona: Persona, beliefs: BeliefStore) -> ReadMood:
        """Return the reading of this persona's mood."""
        return ReadMood(self.store, beliefs, self.mood_rules(persona))
