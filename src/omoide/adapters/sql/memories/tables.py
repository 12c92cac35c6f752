"""What is kept of memories.  Numbers that change every night lie apart from texts that hardly ever do.

A night rewrites every row of `memories`; with the texts in them it would rewrite the whole mind.
"""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, SmallInteger, Table, Text, text
from sqlalchemy import UniqueConstraint as Unique

from omoide.adapters.sql.tables import Id, Seconds, metadata

# Most of the history tells of memories that are there: an index of deletions leaves it out.
_A_DELETED_MEMORY = text("buried_as IS NOT NULL")

memories = Table(
    "memories",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("event_id", Id, ForeignKey("events.id")),
    Column("label", Text, nullable=False),
    Column("session_id", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("memory_days", Float, nullable=False),
    Column("recalls_since_last_batch", Integer, nullable=False),
    Column("recall_count", Integer, nullable=False),
    Column("emotional_intensity", SmallInteger, nullable=False),
    Column("emotional_valence", Text, nullable=False),
    Column("emotional_arousal", SmallInteger, nullable=False),
    Column("emotional_tags", Text, nullable=False),
    Column("decay_coefficient", Float, nullable=False),
    Column("category", Text, nullable=False),
    Column("current_level", SmallInteger, nullable=False),
    Column("retention_score", Float, nullable=False),
    Column("archived_at", Seconds),
    Column("protected", Boolean, nullable=False),
    Column("revival_requested_at", Seconds),
    Column("kept_until", Seconds),
    Column("faded_through", Seconds, nullable=False),
    # How often the owner's own hand changed this memory: a night leaves alone what changed under it.
    Column("hand", Integer, nullable=False),
    # The persona's tick at the last change of what recall looks at: caches read only what is newer.
    Column("tick", Id, nullable=False),
    Unique("persona_id", "label"),
    Unique("persona_id", "event_id"),
    Index(None, "persona_id", "tick"),
    Index(None, "persona_id", "created"),
    # Without it every event that is erased looks through all memories.
    Index(None, "event_id"),
    sqlite_autoincrement=True,
)

memory_texts = Table(
    "memory_texts",
    metadata,
    Column("memory_id", Id, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("trigger", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("keywords", Text, nullable=False),
    # Prepared when the memory was made, so that a fall costs no model call (SPEC M6).
    Column("summary_trigger", Text),
    Column("summary_content", Text),
    Column("trace_trigger", Text),
    Column("trace_content", Text),
    Column("told_by", Text, nullable=False),
)

memory_relations = Table(
    "memory_relations",
    metadata,
    Column("source_id", Id, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("target_id", Id, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", SmallInteger, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("similarity", Float, nullable=False),
    Index(None, "target_id"),
    Index(None, "persona_id"),
)

memory_history = Table(
    "memory_history",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    # Not a foreign key: the history tells of memories that are gone, too.
    Column("memory_id", Id, nullable=False),
    Column("night_id", Id),
    Column("at", Seconds, nullable=False),
    Column("cause", Text, nullable=False),
    Column("level_before", SmallInteger),
    Column("level_after", SmallInteger),
    Column("retention_score", Float, nullable=False),
    Column("trigger_before", Text),
    Column("content_before", Text),
    # The whole memory, as JSON, when it was taken out of the store: until the grace period ends it can come back.
    Column("row_before", Text),
    # What the memory in `row_before` is called, for as long as it lies there.
    Column("buried_as", Text),
    Index(None, "persona_id", "memory_id", "id"),
    Index(None, "night_id"),
    Index(None, "persona_id", "buried_as", sqlite_where=_A_DELETED_MEMORY, postgresql_where=_A_DELETED_MEMORY),
    sqlite_autoincrement=True,
)

nights = Table(
    "nights",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("until", Seconds, nullable=False),
    Column("began", Seconds, nullable=False),
    Column("ended", Seconds),
    Column("phase", Text, nullable=False),
    Column("done", Integer, nullable=False),
    # The numbers as they stood when the night began: the plan is made from them, and undoing puts them back.
    Column("before", LargeBinary),
    # What the night took from and added to the relations.
    Column("relations", LargeBinary),
    Column("report", Text),
    Index(None, "persona_id", "id"),
    sqlite_autoincrement=True,
)

protection_claims = Table(
    "protection_claims",
    metadata,
    Column("memory_id", Id, ForeignKey("memories.id", ondelete="CASCADE"), primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("asked_at", Seconds, nullable=False),
    Index(None, "persona_id"),
)

session_feelings = Table(
    "session_feelings",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("session_id", Text, primary_key=True),
    Column("valence", Text, nullable=False),
    Column("arousal", SmallInteger, nullable=False),
    Column("tags", Text, nullable=False),
    Column("at", Seconds, nullable=False),
)

memory_recalls = Table(
    "memory_recalls",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("memory_id", Id, ForeignKey("memories.id", ondelete="CASCADE"), nullable=False),
    Column("session_id", Text, nullable=False),
    Column("at", Seconds, nullable=False),
    Index(None, "persona_id", "session_id", "id"),
    Index(None, "memory_id"),
    sqlite_autoincrement=True,
)

# Turns that were looked at and make no memory, and why.
memory_skips = Table(
    "memory_skips",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Seconds, nullable=False),
    Index(None, "persona_id"),
)

memory_ticks = Table(
    "memory_ticks",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("tick", Id, nullable=False),
)
