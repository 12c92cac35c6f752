"""What is kept of goals: each as it stands, its notes, and the turns it was made of."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, SmallInteger, Table, Text, UniqueConstraint

from omoide.adapters.sql.tables import Id, Seconds, metadata

goals = Table(
    "goals",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("label", Text, nullable=False),
    Column("term", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("priority", SmallInteger, nullable=False),
    Column("author", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("active_since", Seconds, nullable=False),
    Column("ended", Seconds),
    Column("ended_by", Text),
    Column("reason", Text, nullable=False),
    # The question it is about; that may be deleted meanwhile.
    Column("question_id", Id),
    # Whether the episode of its achievement is written.
    Column("is_told", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    UniqueConstraint("persona_id", "label"),
    Index(None, "persona_id", "status"),
    sqlite_autoincrement=True,
)

goal_notes = Table(
    "goal_notes",
    metadata,
    Column("goal_id", Id, ForeignKey("goals.id"), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False, index=True),
    Column("at", Seconds, nullable=False),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
)

# Every turn that a goal was made of: what erasing goes by.
goal_events = Table(
    "goal_events",
    metadata,
    Column("goal_id", Id, ForeignKey("goals.id"), primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Index(None, "event_id"),
)
