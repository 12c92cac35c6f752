"""What is kept of keys, and of requests: never a secret, never a text."""

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, SmallInteger, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", Text, primary_key=True),
    # Whose mind alone it opens; any where it is null.
    Column("persona_id", Id, ForeignKey("personas.id"), index=True),
    Column("scope", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("expires", Seconds),
    Column("revoked", Seconds),
    Column("per_minute", Integer),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Id, primary_key=True),
    Column("at", Seconds, nullable=False),
    Column("key_id", Text),
    Column("persona_id", Id, ForeignKey("personas.id")),
    Column("method", Text, nullable=False),
    Column("route", Text, nullable=False),
    Column("status", SmallInteger, nullable=False),
    Column("request_id", Text, nullable=False),
    Index(None, "at"),
    Index(None, "persona_id", "id"),
    sqlite_autoincrement=True,
)
