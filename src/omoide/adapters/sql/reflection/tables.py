"""What is kept of reflections: when each was, and what the dream diary says."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, SmallInteger, Table, Text, UniqueConstraint

from omoide.adapters.sql.tables import Id, Seconds, metadata

# When it was reflected, and how deeply: no words, so that it stays when words are erased.
reflections = Table(
    "reflections",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("day", Text, nullable=False),
    Column("level", SmallInteger, nullable=False),
    Column("at", Seconds, nullable=False),
    Column("by", Text, nullable=False),
    # Its entry was erased, and is to be made again.
    Column("is_stale", Boolean, nullable=False),
    UniqueConstraint("persona_id", "day"),
    sqlite_autoincrement=True,
)

insights = Table(
    "insights",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    # What there is one entry of: `day:2026-01-02`, `question:12`.
    Column("slot", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("reflection_id", Id, ForeignKey("reflections.id")),
    Column("question_id", Id),
    Column("trigger_topic", Text, nullable=False),
    # JSON: each sentence with the ids of the turns it rests on.
    Column("sentences", Text, nullable=False),
    Column("strategy", Text, nullable=False),
    Column("log_entry", Text, nullable=False),
    Column("by", Text, nullable=False),
    UniqueConstraint("persona_id", "slot"),
    Index(None, "persona_id", "created"),
    Index(None, "reflection_id"),
    sqlite_autoincrement=True,
)

# Every turn that an entry was made of, named by a sentence or not: what erasing goes by.
insight_events = Table(
    "insight_events",
    metadata,
    Column("insight_id", Id, ForeignKey("insights.id"), primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
)
