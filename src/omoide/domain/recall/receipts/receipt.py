"""What is kept of one recall: the cue, what was found and by which parts, what was shown of it, and how long it took (SPEC X7, R6).

A receipt tells what came to mind by kind and number; of texts it holds only the cue.  Kinds are open: whatever can come to
mind is known by a word and an id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NewType

from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

RecallId = NewType("RecallId", int)
NOT_KEPT: Final = RecallId(0)
MOST_CANDIDATES: Final = 20
"""Of what was found, so much is kept: what was shown, then the strongest of the rest."""
LONGEST_CUE: Final = 1_000
"""Characters of a cue that are kept."""
EVENT: Final = "event"
MEMORY: Final = "memory"


class Asker(StrEnum):
    """Who recalled."""

    LIBRARY = "library"
    CLI = "cli"
    HOOK = "hook"
    CONTEXT = "context"
    TOOL = "tool"


class Fate(StrEnum):
    """What became of something that was found."""

    SHOWN = "shown"
    DEMOTED = "demoted"
    """The owner said "not that" to it, for this cue or one near to it."""
    BELOW_FLOOR = "below_floor"
    """It has too little to do with the cue."""
    UNANSWERABLE = "unanswerable"
    """It is near, and yet hardly an answer."""
    WEAK = "weak"
    """It is much weaker than the best."""
    OVER_LIMIT = "over_limit"
    """Enough others were stronger."""
    OVER_BUDGET = "over_budget"
    """There was no room left for it."""
    IN_CONVERSATION = "in_conversation"
    """The conversation itself still shows it."""
    SHOWN_BEFORE = "shown_before"
    """The session was shown it before."""
    NOT_REMEMBERED = "not_remembered"
    """It was said, and no memory was made of it."""


@dataclass(frozen=True, slots=True, order=True)
class ItemRef:
    """Something that can come to mind, by its kind and its number or name."""

    kind: str
    id: str

    def __str__(self) -> str:
        """Return it in one word, such as `event:12`."""
        return f"{self.kind}:{self.id}"


def item_ref(told: str) -> ItemRef:
    """Return what is meant by `event:12`, or by a number alone, which is an event's."""
    kind, colon, number = told.strip().partition(":")
    if not colon:
        kind, number = EVENT, kind.removeprefix("#")
    if not kind or not number or (kind in (EVENT, MEMORY) and not number.isdecimal()):
        raise InvalidInput(f"{told!r} names nothing that can come to mind; write it as event:12, or 12 for an event")
    return ItemRef(kind, str(int(number)) if number.isdecimal() else number)


@dataclass(frozen=True, slots=True)
class RecallCandidate:
    """Something that was found for a cue."""

    item: ItemRef
    score: float
    fate: str
    """One of `Fate`, or a word of a newer version."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """What the score is made of, by name."""
    words: tuple[str, ...] = ()
    """The parts of the cue that it holds."""

    @property
    def is_shown(self) -> bool:
        """Tell whether it was shown."""
        return self.fate == Fate.SHOWN


@dataclass(frozen=True, slots=True)
class RecallReceipt:
    """What is kept of one recall."""

    cue: str
    at: Moment
    asked_by: str
    """One of `Asker`, or a word of a newer version."""
    candidates: tuple[RecallCandidate, ...] = ()
    """What was shown, best first, then what was not."""
    found: int = 0
    """How much was found, also where it is not among the candidates."""
    milliseconds: float = 0.0
    session_id: str = ""
    client_id: str = ""
    plan: Mapping[str, Any] | None = None
    """How the past was searched; `None` where the cue itself was looked for."""
    id: RecallId = NOT_KEPT

    @property
    def shown(self) -> tuple[RecallCandidate, ...]:
        """Return what was shown."""
        return tuple(each for each in self.candidates if each.is_shown)

    @property
    def not_shown(self) -> tuple[RecallCandidate, ...]:
        """Return what was found and not shown."""
        return tuple(each for each in self.candidates if not each.is_shown)

    def holds(self, item: ItemRef) -> bool:
        """Tell whether the item is among what was found."""
        return any(each.item == item for each in self.candidates)


def bounded(receipt: RecallReceipt, *, most: int = MOST_CANDIDATES) -> RecallReceipt:
    """Return the receipt with what was shown first, and no more candidates than are kept."""
    ordered = (*receipt.shown, *receipt.not_shown)
    return replace(receipt, candidates=ordered[:most], found=max(receipt.found, len(ordered)))


def without_items(receipt: RecallReceipt, gone: Mapping[str, frozenset[str]]) -> RecallReceipt:
    """Return the receipt without candidates that are gone, given as ids by kind."""
    left: Sequence[RecallCandidate] = [
        each for each in receipt.candidates if each.item.id not in gone.get(each.item.kind, frozenset())
    ]
    return receipt if len(left) == len(receipt.candidates) else replace(receipt, candidates=tuple(left))
