"""What is kept of reminders: one row for each task, due time and slot; the words stay with the task."""

from sqlalchemy import Column, ForeignKey, Index, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata

reminder_marks = Table(
    "reminder_marks",
    metadata,
    Column("state_id", Id, ForeignKey("states.id"), primary_key=True),
    Column("due", Seconds, primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    Column("session_id", Text, nullable=False),
    Column("until", Seconds),
    Index(None, "persona_id", "session_id"),
)
