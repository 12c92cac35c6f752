"""Memories that fade, as they go out."""

from datetime import datetime

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import ShownModel


class MemoryShown(ShownModel):
    """A memory as it reads now."""

    label: str = Field(examples=["mem_20260118_001"])
    event_id: int | None
    created: datetime
    trigger: str
    content: str
    current_level: int = Field(description="1 whole, 2 summary, 3 trace, 4 archive.")
    retention_score: float
    recall_count: int
    emotional_intensity: int
    emotional_valence: str
    emotional_arousal: int
    emotional_tags: list[str]
    category: str
    keywords: list[str]
    protected: bool
    archived_at: datetime | None
    kept_until: datetime | None
    session_id: str


class ChapterShown(ShownModel):
    """Something that happened to a memory."""

    at: datetime
    cause: str
    level_before: int | None
    level_after: int | None
    retention_score: float
    trigger_before: str | None
    content_before: str | None


class FoundMemoryShown(ShownModel):
    """A memory near to a text."""

    memory: MemoryShown
    priority: float


class ProtectionShown(ShownModel):
    """Whether a memory is protected now, or waits for a place."""

    memory: MemoryShown
    is_waiting: bool
    oldest: list[str] = Field(description="Protected memories that could be released in its place.")
