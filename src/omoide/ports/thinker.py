"""Answers to asks."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from omoide.asks.ask import Ask

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Answered(Generic[ValueT]):
    """An answer, and who gave it."""

    value: ValueT
    by: str
    """`rules`, `scripted`, or `provider:model`: the user may always see which one answered."""


class Thinker(Protocol):
    """Answers typed questions: a language model, built-in rules, or a script."""

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the validated answer; raise `Unavailable` when there is none now, `Refused` when there never will."""
        ...
