"""WritePlan: what an event changes in what the persona believes (SPEC S3, S5, X2, X8; 004).

A model, or the rules, proposes the plan; this module disposes.  A plan is checked as a whole against what was shown to its
maker, and becomes changes only if nothing is wrong with it: one bad line refuses all of them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from omoide.domain.beliefs.preference import Preference, PreferenceChange, PreferenceUpdate
from omoide.domain.beliefs.state import State, StateChange, StateId, StateKind
from omoide.domain.events.context_graph import Link, LinkLabel, ThreadMark
from omoide.domain.events.event import Annotations, Event, EventId, Mention
from omoide.domain.feelings.affect import Affect
from omoide.domain.time.moment import Moment

LONGEST_NAME: Final = 100
"""Characters of a name, of what is liked or disliked, and of the key of a flow of talk."""
LONGEST_BODY: Final = 2000
"""Characters of what is believed."""
MOST_UPDATES: Final = 50
"""Changes of states, and changes of preferences, that one plan may hold."""
MOST_MENTIONS: Final = 50
"""Named things that an event is said to speak of."""

HEARSAY_CONFIDENCE: Final = 0.5
"""How sure a new belief may be that does not rest on the user's own word."""


class StateOp(StrEnum):
    """What a plan may do to a state."""

    UPSERT = "upsert"
    CLOSE = "close"
    MARK_DONE = "mark_done"


@dataclass(frozen=True, slots=True)
class StateUpdate:
    """What a plan wants to change about one state."""

    kind: StateKind
    op: StateOp
    state_id: StateId | None
    body: str
    entities: tuple[Mention, ...]
    payload: Mapping[str, object]
    confidence: float
    valid_from: Moment | None
    valid_to: Moment | None
    last_confirmed: Moment | None
    evidence: tuple[EventId, ...]
    reason: str
    candidate: bool = False
    """It is only supposed: may be asked about, never asserted."""


@dataclass(frozen=True, slots=True)
class LinkUpdate:
    """A tie the plan sees from the event to an earlier one."""

    to: EventId
    label: LinkLabel
    confidence: float


@dataclass(frozen=True, slots=True)
class WritePlan:
    """Everything one event changes."""

    annotations: Annotations = field(default_factory=Annotations)
    states: tuple[StateUpdate, ...] = ()
    preferences: tuple[PreferenceUpdate, ...] = ()
    affect: Affect | None = None
    threads: tuple[ThreadMark, ...] = ()
    links: tuple[LinkUpdate, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What the maker of a plan was shown; nothing else may be named in it."""

    event: Event
    said: str
    """What of the user's side is talk, without blocks of hosts and tools and without our own words coming back."""
    events: Mapping[EventId, Event]
    """The event itself and the recent ones."""
    states: Mapping[StateId, State]
    preferences: Sequence[Preference] = ()
    unshown: Sequence[State] = ()
    """Held about the same things, however old, and not shown: the owner's word, and what is only supposed."""

    @property
    def held(self) -> dict[StateId, State]:
        """Return every state that a plan is held against."""
        return {state.id: state for state in self.unshown} | dict(self.states)

    @property
    def in_order(self) -> list[Event]:
        """Return the events in order of time."""
        return sorted(self.events.values(), key=lambda event: (event.created, event.id))

    @property
    def is_trusted(self) -> bool:
        """Tell whether the user is heard in this event; text from elsewhere never confirms a belief (SPEC X8)."""
        return bool(self.said) and self.event.origin.is_owners_word


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be kept, all together or not at all."""

    annotations: Annotations
    states: tuple[StateChange, ...]
    preferences: tuple[PreferenceChange, ...]
    affect: Affect | None
    threads: tuple[ThreadMark, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class RefusedPlan:
    """Why nothing of a plan may be kept."""

    reasons: tuple[str, ...]


_FACE: Final = re.compile(r"\[face:[^\]\n]*\]", re.IGNORECASE)
_LABELS: Final = re.compile(
    r"アシスタント|ユーザー?(?!名|インタ|ネーム)|\b(?:the )?(?:assistant|user)(?:'s)?\b(?! ?(?:name|interface|id))",
    re.I,
)


def breaks_voice(text: str) -> str | None:
    """Return what in a text is not the persona's own voice: a label for the speakers, or a face tag (SPEC S5)."""
    if (tag := _FACE.search(text)) is not None:
        return f"holds the tag {tag[0]}, which belongs to spoken text only"
    if (label := _LABELS.search(text)) is not None:
        return f"calls someone {label[0]!r}; it must be told in the persona's own voice (I, you, a name)"
    return None
