"""State: what the persona believes, with reason, evidence and a period of validity (SPEC S1–S3, X3, X5; GHO 2).

States coexist: a new address does not erase the old one, it follows it.  Only the long mood is a single row.  Two times are
kept apart: when something was true (`valid_from`, `valid_to`) and when the persona came to know it (the revision's time).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final, NewType

from omoide.domain.events.event import EventId, Mention
from omoide.domain.text.tokens import fold_kana, normalised
from omoide.domain.time.moment import Moment

StateId = NewType("StateId", int)
UNKEPT: Final = StateId(0)
"""The id of a state that is still to be kept."""

USER: Final = "user"
"""The one who talks to the persona, as subject or speaker."""
PERSONA: Final = "persona"
ABOUT: Final = "about"
SAID_BY: Final = "said_by"
ATTRIBUTE: Final = "attribute"
VALUE: Final = "value"
"""What the attribute is, where the maker of a plan says it apart from the body."""
STATUS: Final = "status"
DUE: Final = "due"
DONE: Final = "done"
OVER: Final = "over"
"""The status of what was told as over before anybody spoke of it."""
ONE_AT_A_TIME: Final = frozenset(
    {
        "age",
        "birthday",
        "commute",
        "employer",
        "home",
        "job",
        "name",
        "nickname",
        "origin",
        "rent",
        "weight",
        "workplace",
    }
)
"""Attributes of which one is true at a time."""


class StateKind(StrEnum):
    """What sort of belief it is."""

    FACT = "fact"
    RELATION = "relation"
    TASK = "task"
    SUMMARY = "summary"
    LONG_MOOD = "long_mood_state"


@dataclass(frozen=True, slots=True)
class State:
    """One belief, in the persona's own voice."""

    id: StateId
    kind: StateKind
    body: str
    payload: Mapping[str, object] = field(default_factory=dict)
    confidence: float = 0.5
    """0..1"""
    valid_from: Moment | None = None
    """`None`: since nobody knows when."""
    valid_to: Moment | None = None
    """The first moment at which it is no longer true; `None` while it is."""
    last_confirmed: Moment | None = None
    entities: tuple[Mention, ...] = ()
    settled: Moment | None = None
    """When the owner said how it is; inference may not rewrite it."""
    struck_out: tuple[str, ...] = ()
    """Bodies that the owner said are wrong; inference may not bring them back."""
    candidate: bool = False
    """Only supposed: it may be asked about, and is never asserted."""
    version: int = 0
    """Counts the changes; a change made to another version is refused."""

    @property
    def about(self) -> str:
        """Return whom it is about: `user`, `persona`, a name, or nothing when nobody said."""
        return _text(self.payload, ABOUT)

    @property
    def said_by(self) -> str:
        """Return whose word it is."""
        return _text(self.payload, SAID_BY)

    @property
    def attribute(self) -> str:
        """Return what it is about that person or thing: `home`, `job`, `food`, …"""
        return _text(self.payload, ATTRIBUTE)

    @property
    def value(self) -> str:
        """Return what that attribute is, where the maker of the plan said it apart from the body."""
        return _text(self.payload, VALUE)

    @property
    def is_done(self) -> bool:
        """Tell whether a task has been done."""
        return self.payload.get(STATUS) == DONE

    @property
    def is_told_as_over(self) -> bool:
        """Tell whether it was past when it was first heard of."""
        return self.payload.get(STATUS) == OVER

    @property
    def is_supposed_over(self) -> bool:
        """Tell whether it is only supposed that it is over, and nobody has settled it."""
        return self.candidate and self.is_told_as_over and self.settled is None

    def is_valid_at(self, moment: Moment) -> bool:
        """Tell whether it held at this moment; a task that is done no longer does."""
        begun = self.valid_from is None or self.valid_from <= moment
        return begun and not self.is_past_at(moment)

    def is_past_at(self, moment: Moment) -> bool:
        """Tell whether it had ceased to hold."""
        return self.valid_to is not None and self.valid_to <= moment


class Origin(StrEnum):
    """Where a change comes from."""

    PLAN = "plan"
    """A write plan made from an event."""
    OWNER = "owner"
    TIDY = "tidy"


class Target(StrEnum):
    """What a revision is about."""

    STATE = "state"
    PREFERENCE = "preference"


@dataclass(frozen=True, slots=True)
class StateChange:
    """One step of a state's history: before, after, why, and on what evidence (GHO 3)."""

    before: State | None
    after: State
    reason: str
    evidence: tuple[EventId, ...]


@dataclass(frozen=True, slots=True)
class StateRevision:
    """A change that was kept."""

    number: int
    """1 for the first."""
    change: StateChange
    at: Moment
    """When the persona came to believe it: the moment of the event, not of the digesting."""
    origin: Origin


def canonical(payload: Mapping[str, object]) -> str:
    """Return the payload as JSON whose text is equal exactly when the content is."""
    return json.dumps(payload, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def same_words(one: str, other: str) -> bool:
    """Tell whether two bodies say the same in the same words, width, case, kana and blanks aside."""
    return folded(one) == folded(other)


@lru_cache(maxsize=4096)  # the same bodies are compared turn after turn
def folded(text: str) -> str:
    """Return the form under which two bodies are compared."""
    return "".join(fold_kana(normalised(text)).split()).rstrip("。.!！")


def _text(payload: Mapping[str, object], key: str) -> str:
    found = payload.get(key)
    return found if isinstance(found, str) else ""
