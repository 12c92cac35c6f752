"""Events: what happened, one row per turn, never changed (SPEC E1–E7; GHO 1).

A turn is the user's text and the assistant's answer.  It may be opened with the first and completed with the second.
Contradictions stay: an event is evidence of what was said, not of what is true.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NewType

from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

EventId = NewType("EventId", int)

LONGEST_TEXT = 4_000_000
"""Characters of one side of a turn; a longer text is a document, not something that was said."""
LONGEST_LABEL = 200
"""Characters of a client id, session id, source or idempotency key."""

CHAT = "chat"
OWNER = "owner"
"""Events that say what the owner changed; their change is made with them, there is nothing to digest."""
KNOWN_SOURCES = ("chat", "notification", "vision", "reminder", "meta_proactive", "hook", "import")


class EventOrigin(StrEnum):
    """Whose words the user's side of a turn holds; the other side is always the persona's (SPEC X8).

    Only the owner's own words confirm a belief or protect a memory; what comes from elsewhere is shown with its origin.
    """

    OWNER = "owner"
    """Whoever talks with the persona, or edits its memory."""
    PERSONA = "persona"
    """The persona itself, such as a reminder it set."""
    TOOL = "tool"
    """What a program gave: a result, a notification, the description of a picture."""
    WEB = "web"
    """A page that was fetched."""
    DOCUMENT = "document"
    """A file that was read."""
    IMPORT = "import"
    """Another program's records, whose author nobody here can vouch for."""

    @property
    def is_owners_word(self) -> bool:
        """Tell whether it confirms and protects."""
        return self is EventOrigin.OWNER


_TALK: Final = frozenset({"chat", "hook", "import", "owner"})
"""Sources of turns in which the user's side is the user talking; imported sessions are the owner's own."""
_OWN: Final = frozenset({"reminder", "meta_proactive"})


def of_source(source: str) -> EventOrigin:
    """Return whose words a turn of this source holds where nobody says it."""
    if source in _TALK:
        return EventOrigin.OWNER
    return EventOrigin.PERSONA if source in _OWN else EventOrigin.TOOL


def origin_named(name: EventOrigin | str | None) -> EventOrigin | None:
    """Return an origin by its name; `None` for none; raise `InvalidInput` for one that there is not."""
    if name is None or isinstance(name, EventOrigin):
        return name
    try:
        return EventOrigin(name.strip().lower())
    except ValueError:
        raise InvalidInput(f"there is no origin {name!r}; there are {', '.join(EventOrigin)}") from None


class LifeStage(StrEnum):
    """When in the user's life the content of an event took place (GHO 6-4)."""

    ELEMENTARY = "elementary"
    MIDDLE = "middle"
    HIGH = "high"
    UNIVERSITY = "university"
    WORK = "work"
    UNKNOWN = "unknown"


class EntityKind(StrEnum):
    """What sort of thing a name names."""

    PERSON = "person"
    ORG = "org"
    PLACE = "place"
    PROJECT = "project"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Mention:
    """A named thing that an event speaks of."""

    kind: EntityKind
    name: str
    confidence: float
    """0..1"""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a caller hands in: a turn that has not been kept yet."""

    user: str = ""
    assistant: str | None = None
    """`None` while the answer is still to come."""
    source: str = CHAT
    client_id: str = ""
    session_id: str = ""
    image_summaries: tuple[str, ...] = ()
    """Descriptions of images; the images themselves are never kept (SPEC E3)."""
    idempotency_key: str | None = None
    given_origin: EventOrigin | None = None
    """Whose words they are; without it, as the source has it."""

    @property
    def origin(self) -> EventOrigin:
        """Return whose words the user's side holds."""
        return self.given_origin or of_source(self.source)


@dataclass(frozen=True, slots=True)
class Event:
    """A turn that has been kept."""

    id: EventId
    created: Moment
    user: str
    assistant: str | None
    source: str
    client_id: str
    session_id: str
    image_summaries: tuple[str, ...] = ()
    given_origin: EventOrigin | None = None
    """As it was kept; turns of earlier versions have none."""

    @property
    def origin(self) -> EventOrigin:
        """Return whose words the user's side holds."""
        return self.given_origin or of_source(self.source)

    @property
    def is_complete(self) -> bool:
        """Tell whether the answer is there."""
        return self.assistant is not None

    @property
    def text(self) -> str:
        """Return both sides and the images' descriptions, as they are searched and shown."""
        return "\n".join(part for part in (self.user, self.assistant or "", *self.image_summaries) if part)


@dataclass(frozen=True, slots=True)
class Annotations:
    """What was understood about an event later; kept apart from what was observed (SPEC E5)."""

    about_start: Moment | None = None
    about_end: Moment | None = None
    about_year_start: int | None = None
    about_year_end: int | None = None
    life_stage: LifeStage = LifeStage.UNKNOWN
    about_time_confidence: float = 0.0
    entities: tuple[Mention, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events are meant; every field left at its default lets all through."""

    since: Moment | None = None
    """Created at this moment or later."""
    until: Moment | None = None
    """Created before this moment."""
    as_of: Moment | None = None
    """Known at this moment: created at it or earlier."""
    sources: frozenset[str] = frozenset()
    session_id: str | None = None
    client_id: str | None = None
    contains: str = ""
    """A text that one of the two sides holds, letter case aside."""
    complete_only: bool = False

    @property
    def is_open(self) -> bool:
        """Tell whether everything passes."""
        return self == EventFilter()


def checked(turn: Turn) -> Turn:
    """Return the turn if it can be kept; raise `InvalidInput` with the reason when it cannot.

    Text is kept exactly as it was said.  Only what no database can hold is refused: NUL bytes and lone surrogates.
    """
    if not (turn.user or turn.assistant or turn.image_summaries):
        raise InvalidInput("a turn needs the user's text, the assistant's or an image description; all were empty")
    for label, text in _texts(turn):
        if "\x00" in text:
            raise InvalidInput(f"the {label} holds a NUL byte; remove it, it is not text")
        if not _is_encodable(text):
            raise InvalidInput(f"the {label} holds a lone surrogate (broken UTF-16); decode it again as UTF-8")
        if len(text) > (limit := LONGEST_TEXT if label.endswith("text") else LONGEST_LABEL):
            raise InvalidInput(f"the {label} has {len(text):,} characters; at most {limit:,} are kept")
    if not turn.source.strip():
        raise InvalidInput(f"an event needs a source, such as {', '.join(KNOWN_SOURCES)}")
    return turn


def _texts(turn: Turn) -> list[tuple[str, str]]:
    labelled = [("user's text", turn.user), ("assistant's text", turn.assistant or "")]
    labelled += [("image description text", summary) for summary in turn.image_summaries]
    labelled += [("source", turn.source), ("client id", turn.client_id), ("session id", turn.session_id)]
    return [*labelled, ("idempotency key", turn.idempotency_key or "")]


def _is_encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
