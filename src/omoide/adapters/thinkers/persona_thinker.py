"""What a persona thinks with: one question or many, by model or by rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from omoide.adapters.thinkers.fallback import FallbackThinker
from omoide.adapters.thinkers.in_portions import IsSilent, JointThinker, never_silent
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.asks.ask import Ask, Role
from omoide.asks.digest_turns import DigestTurns
from omoide.asks.write_plan import AskWritePlan
from omoide.errors import Refused, Unavailable
from omoide.ports.models.thinker import Answered, Thinker

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class PersonaThinker:
    """The models of a persona's roles, and the rules behind them."""

    models: Mapping[Role, StoredThinker]
    rules: Thinker
    is_silent: IsSilent = never_silent

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the model's answer or the rules'; raise the model's error when the ask can wait for it."""
        if isinstance(ask, AskWritePlan):
            if (known := self._together.plan(ask)) is not None:
                return cast("Answered[ValueT]", known)
            if ask.talk is not None and self.is_silent(ask.talk):
                return self.rules.answer(ask)
        return FallbackThinker(self.models, self.rules).answer(ask)

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
        """Return the answer of each, in order, or why there is none: `Refused` for good, `Unavailable` for now."""
        return self._together.answer_all(asks)

    @property
    def asks_together(self) -> bool:
        """Tell whether a model answers about turns."""
        return Role.INTERNAL in self.models

    def prepare(self, portion: DigestTurns) -> None:
        """Have the answers about these turns ready; raise `Unavailable` when none can be had now."""
        self._together.prepare(portion)

    @property
    def _together(self) -> JointThinker:
        return JointThinker(self.models.get(Role.INTERNAL), self.rules, self.is_silent)
