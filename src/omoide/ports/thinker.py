"""Answers to asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from omoide.asks.ask import Ask
from omoide.errors import Refused

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Answered(Generic[ValueT]):
    """An answer, and who gave it."""

    value: ValueT
    by: str
    """`rules`, `scripted`, or `provider:model`: the user may always see which one answered."""


class ManyThinker(Protocol):
    """Answers many questions at once; those that can be put into one call are."""

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> "list[Answered[ValueT] | Refused]":
        """Return the answer or the refusal of each, in order; raise `Unavailable` when there are none now.

        What was answered until then is kept: asked again, it costs nothing.
        """
        ...


class Thinker(Protocol):
    """Answers typed questions: a language model, built-in rules, or a script."""

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the validated answer; raise `Unavailable` when there is none now, `Refused` when there never will."""
        ...
