"""Orders to erase, what was erased (by hash only), and how far session logs have been read."""

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Table

from omoide.adapters.sql.tables import Id, Seconds, metadata

erasures = Table(
    "erasures",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    # The session, when a whole one was erased: its later copies must not come back.
    Column("session_hash", LargeBinary),
    Column("events", Integer, nullable=False),
    sqlite_autoincrement=True,
)

# The database lets go of an event only while it stands here.
erased_events = Table(
    "erased_events",
    metadata,
    Column("event_id", Id, primary_key=True),
    Column("erasure_id", Id, ForeignKey("erasures.id"), nullable=False),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("key_hash", LargeBinary, index=True),
)

transcripts = Table(
    "transcripts",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("path_hash", LargeBinary, primary_key=True),
    Column("offset", Id, nullable=False),
    Column("at", Seconds, nullable=False),
)
