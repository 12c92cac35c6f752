"""A memory: what set it off, how I reacted, how it felt, and how much of it is left (SPEC M1; LTM 記憶フォーマット).

Field names are LTM's.  A memory is made from one event and never changes it: forgetting changes how reachable a
memory is, never what happened.
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NewType

from omoide.domain.events.event import EventId, EventOrigin
from omoide.domain.feelings.emotion import EmotionTag, Feeling, Valence, checked_score
from omoide.domain.memories.levels import Level
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

MemoryId = NewType("MemoryId", int)


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory's two texts at a lower level, prepared before they are needed."""

    trigger: str
    content: str


@dataclass(frozen=True, slots=True)
class Impression:
    """What an appraisal makes of a turn: everything a memory holds on the day it is made."""

    trigger: str
    """What set it off: the user's words or deed, retold."""
    content: str
    """How I reacted and what I felt, in my own voice."""
    emotional_intensity: int
    """0..100: how long the memory will last."""
    emotional_valence: Valence
    emotional_arousal: int
    """0..100"""
    emotional_tags: tuple[EmotionTag, ...]
    category: str
    """One of `Category`, or a word of an older store; an unknown one fades with the base coefficient."""
    keywords: tuple[str, ...] = ()
    protected: bool = False
    """The owner asked to remember this."""
    kept_until: Moment | None = None
    """An appointment that is still to come: the memory does not fade before it."""
    summary: Draft | None = None
    """Level 2, when it was prepared in the same step."""
    trace: Draft | None = None
    """Level 3, likewise."""
    told_by: str = "rules"
    """Who made this of the turn: `rules`, or a model's name."""

    def __post_init__(self) -> None:
        checked_score(self.emotional_intensity, name="emotional_intensity")
        checked_score(self.emotional_arousal, name="emotional_arousal")
        if not (self.trigger.strip() or self.content.strip()):
            raise InvalidInput("a memory needs a trigger or a content; both were empty")

    @property
    def feeling(self) -> Feeling:
        """Return the kind of the emotion, as resonance compares it."""
        return Feeling(valence=self.emotional_valence, arousal=self.emotional_arousal, tags=self.emotional_tags)


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory that has been kept."""

    id: MemoryId
    label: str
    """LTM's id, `mem_YYYYMMDD_NNN`: what the owner sees and types."""
    event_id: EventId | None
    """The turn it was made from; `None` when it was imported without one."""
    created: Moment
    memory_days: float
    recalls_since_last_batch: int
    recall_count: int
    emotional_intensity: int
    emotional_valence: Valence
    emotional_arousal: int
    emotional_tags: tuple[EmotionTag, ...]
    decay_coefficient: float
    category: str
    keywords: tuple[str, ...]
    current_level: Level
    trigger: str
    content: str
    retention_score: float
    faded_through: Moment
    """The last night this memory has lived through; its creation when there was none yet."""
    archived_at: Moment | None = None
    protected: bool = False
    revival_requested: bool = False
    revival_requested_at: Moment | None = None
    kept_until: Moment | None = None
    session_id: str = field(default="")
    origin: EventOrigin = EventOrigin.OWNER
    """Whose words it was made of."""

    @property
    def recalled_since_last_batch(self) -> bool:
        """Tell whether it was recalled since the last night (LTM's flag)."""
        return self.recalls_since_last_batch > 0

    @property
    def is_archived(self) -> bool:
        """Tell whether it lies in the archive."""
        return self.archived_at is not None

    @property
    def feeling(self) -> Feeling:
        """Return the kind of the emotion, as resonance compares it."""
        return Feeling(valence=self.emotional_valence, arousal=self.emotional_arousal, tags=self.emotional_tags)

    @property
    def text(self) -> str:
        """Return what is embedded and searched: trigger and content, as in LTM."""
        return embeddable(trigger=self.trigger, content=self.content)


class Cause(StrEnum):
    """Why a memory changed."""

    MADE = "made"
    FADED = "faded"
    """Its retention fell below the threshold of its level."""
    CROWDED = "crowded"
    """Its level held more than its share, and it was the weakest there."""
    SPARED = "spared"
    """Its retention fell below the threshold, but there is room: it stays.  Foreseen and counted, never a chapter."""
    REVIVED = "revived"
    REVIVAL_REFUSED = "revival_refused"
    DELETED = "deleted"
    """By the rules of automatic deletion."""
    PROTECTED = "protected"
    RELEASED = "released"
    RESTORED = "restored"
    """By the owner's hand, out of the archive."""
    ARCHIVED = "archived"
    """By the owner's hand; it can be restored as it was."""
    FORGOTTEN = "forgotten"
    """Erased by the owner's hand."""
    UNDONE = "undone"
    """The night that changed it was undone."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One entry in the history of a memory."""

    memory_id: MemoryId
    at: Moment
    """When it happened; for a night, its hour."""
    cause: Cause
    level_before: Level | None
    level_after: Level | None
    retention_score: float
    trigger_before: str | None = None
    """The text as it stood before; kept for the grace period, then dropped."""
    content_before: str | None = None


def label(day: date, *, number: int) -> str:
    """Return the id that the owner sees: the local day and a number within it."""
    return f"mem_{day:%Y%m%d}_{number:03d}"


def embeddable(*, trigger: str, content: str) -> str:
    """Return the text that stands for a memory in the space of meanings."""
    return f"{trigger} {content}".strip()
