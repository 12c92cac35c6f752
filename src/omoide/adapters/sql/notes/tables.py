"""What is kept of notes: each as it reads now, and every edit as one splice of the text before it."""

from sqlalchemy import Column, ForeignKey, Integer, Table, Text, UniqueConstraint

from omoide.adapters.sql.revisions import revision_columns
from omoide.adapters.sql.tables import Id, Seconds, metadata

notes = Table(
    "notes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("kind", Text, nullable=False),
    # Empty for the note itself; of a diary's archive, the time it is of.
    Column("period", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", Seconds, nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("persona_id", "kind", "period"),
    sqlite_autoincrement=True,
)

note_revisions = Table(
    "note_revisions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False, index=True),
    Column("note_id", Id, ForeignKey("notes.id"), nullable=False),
    *revision_columns(),
    UniqueConstraint("note_id", "version"),
    sqlite_autoincrement=True,
)
