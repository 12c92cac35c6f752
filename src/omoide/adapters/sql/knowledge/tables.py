"""What is kept of documents; the text of a chunk is the text of its passage."""

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from omoide.adapters.sql.tables import Id, Seconds, metadata

documents = Table(
    "documents",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("path", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("size", Id, nullable=False),
    Column("hash", Text, nullable=False),
    # The version that counts, 0 while there is none, and the last one that was begun.
    Column("version", Integer, nullable=False),
    Column("last_version", Integer, nullable=False),
    Column("characters", Id, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("encoding", Text, nullable=False),
    Column("pages", Integer),
    Column("left_out", Integer, nullable=False),
    Column("added", Seconds, nullable=False),
    Column("changed", Seconds, nullable=False),
    Column("missing_since", Seconds),
    UniqueConstraint("persona_id", "path"),
    sqlite_autoincrement=True,
)

# Its id is that of the thing which its passage is a piece of.
document_chunks = Table(
    "document_chunks",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("document_id", Id, ForeignKey("documents.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("unit", Text, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("heading", Text, nullable=False),
    Index(None, "document_id", "version"),
    Index(None, "persona_id"),
    sqlite_autoincrement=True,
)

document_sources = Table(
    "document_sources",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("path", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("added", Seconds, nullable=False),
)
