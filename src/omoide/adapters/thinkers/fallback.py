"""The model if it can be had, else the rules: whether an ask may wait is part of its definition (SPEC L1).

Without a model for its role, an ask is always answered by rules.  With one that fails, asks that can wait stay pending,
and asks that cannot are answered by rules at once.  `Answered.by` says who it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from omoide.asks.ask import Ask, Patience, Role
from omoide.errors import AnswerRefused, AnswerUnusable, Unavailable
from omoide.ports.models.thinker import Answered, Thinker

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class FallbackThinker:
    """Asks the model of each role first."""

    models: Mapping[Role, Thinker]
    """Roles without a model are absent."""
    rules: Thinker

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the model's answer or the rules'; raise the model's error when the ask can wait for it."""
        model = self.models.get(ask.ROLE)
        if model is None:
            return self.rules.answer(ask)
        try:
            return model.answer(ask)
        except (Unavailable, AnswerRefused, AnswerUnusable):
            if ask.PATIENCE is Patience.CAN_WAIT:
                raise
            return self.rules.answer(ask)
