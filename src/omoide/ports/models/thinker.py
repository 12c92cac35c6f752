"""Answers to asks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

from omoide.asks.ask import Ask
from omoide.asks.digest_turns import DigestTurns
from omoide.errors import Refused, Unavailable

ValueT = TypeVar("ValueT")


@dataclass(frozen=True, slots=True)
class Answered(Generic[ValueT]):
    """An answer, and who gave it."""

    value: ValueT
    by: str
    """`rules`, `scripted`, or `provider:model`: the user may always see which one answered."""


@runtime_checkable
class ManyThinker(Protocol):
    """Answers many questions at once; those that can be put into one call are."""

    def answer_all(self, asks: Sequence[Ask[ValueT]]) -> "list[Answered[ValueT] | Refused | Unavailable]":
        """Return the answer of each, in order, or why there is none: `Refused` for good, `Unavailable` for now."""
        ...


@runtime_checkable
class PortionThinker(Protocol):
    """Asks about a session's turns together before each is asked about by itself."""

    @property
    def asks_together(self) -> bool:
        """Tell whether that is cheaper: a model answers, and not rules, which see one turn at a time."""
        ...

    def prepare(self, portion: DigestTurns) -> None:
        """Have the answers about these turns ready, so that asking for each of them costs nothing more.

        What was answered before is not asked again.  Raise `Unavailable` when no answer can be had now.
        """
        ...


class Thinker(Protocol):
    """Answers typed questions: a language model, built-in rules, or a script."""

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        """Return the validated answer; raise `Unavailable` when there is none now, `Refused` when there never will."""
        ...


def answers(thinker: Thinker, asks: Sequence[Ask[ValueT]]) -> list[Answered[ValueT] | Refused | Unavailable]:
    """Return the answer of each, in order, or why there is none; all at once where the thinker can do that."""
    if isinstance(thinker, ManyThinker):
        return thinker.answer_all(asks)
    return [_one(thinker, ask) for ask in asks]


def _one(thinker: Thinker, ask: Ask[ValueT]) -> Answered[ValueT] | Refused | Unavailable:
    try:
        return thinker.answer(ask)
    except (Refused, Unavailable) as why:
        return why
