"""What is kept of open questions: each as it stands, the turns it and its answer come from, how far talk was looked through."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from omoide.adapters.sql.tables import Id, Seconds, metadata

questions = Table(
    "questions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    # What there is one question of: a number or a hash, never words.
    Column("key", Text, nullable=False),
    Column("topic", Text, nullable=False),
    Column("context", Text, nullable=False),
    Column("priority", Float, nullable=False),
    Column("source_date", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("answer", Text, nullable=False),
    Column("answered_by", Text),
    Column("resolved", Seconds),
    Column("conversion", Text),
    Column("version", Integer, nullable=False),
    UniqueConstraint("persona_id", "key"),
    Index(None, "persona_id", "status"),
    sqlite_autoincrement=True,
)

# Every turn that a question, or its answer, comes from: what erasing goes by.
question_events = Table(
    "question_events",
    metadata,
    Column("question_id", Id, ForeignKey("questions.id"), primary_key=True),
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("is_answer", Boolean, primary_key=True),
    Index(None, "event_id"),
)

question_progress = Table(
    "question_progress",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("day", Text, nullable=False),
)
