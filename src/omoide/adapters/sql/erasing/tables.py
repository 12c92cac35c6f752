"""Orders to erase, what was erased (by hash only), which events were redacted, and how far session logs have been read."""

from enum import IntEnum

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, SmallInteger, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata


class OrderStep(IntEnum):
    """How far an order has been carried out."""

    UNDER_WAY = 0
    """Only inside the transaction that takes the rows away: nobody else ever sees it."""
    ROWS_GONE = 1
    FILES_GONE = 2
    FINISHED = 3


# Without a foreign key to the persona: orders and receipts outlive one that was erased whole.
erasures = Table(
    "erasures",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, nullable=False),
    Column("at", Seconds, nullable=False),
    # The session, when a whole one was erased: its later copies must not come back.
    Column("session_hash", LargeBinary),
    Column("events", Integer, nullable=False),
    # What was named, in words such as `session` or `client,period`; never by whom or what.
    Column("scope", Text, nullable=False),
    # The persona's name, when it was erased whole: one of the same name does not get its turns back.
    Column("persona_hash", LargeBinary),
    Column("step", SmallInteger, nullable=False),
    # The file that holds what is to be looked for, until it has been.
    Column("note", Text),
    Column("rows", Text),
    Column("receipt", Text),
    Column("digest", Text),
    sqlite_autoincrement=True,
)

# The database lets go of an event only while it stands here.
erased_events = Table(
    "erased_events",
    metadata,
    Column("event_id", Id, primary_key=True),
    Column("erasure_id", Id, ForeignKey("erasures.id"), nullable=False, index=True),
    Column("persona_id", Id, nullable=False),
    Column("key_hash", LargeBinary, index=True),
    # When it was said and what: a copy without a key is known by both together.
    Column("told_hash", LargeBinary, index=True),
)

# The database lets an event's texts be changed only while its order is under way.
redactions = Table(
    "event_redactions",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("erasure_id", Id, ForeignKey("erasures.id"), primary_key=True),
    Column("at", Seconds, nullable=False),
)

salts = Table("salts", metadata, Column("name", Text, primary_key=True), Column("value", LargeBinary, nullable=False))

transcripts = Table(
    "transcripts",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("path_hash", LargeBinary, primary_key=True),
    Column("offset", Id, nullable=False),
    Column("at", Seconds, nullable=False),
)

# What is to go, by number, while a transaction lasts.
going = Table(
    "going",
    MetaData(),
    Column("kind", Text, primary_key=True),
    Column("id", Id, primary_key=True),
    prefixes=["TEMPORARY"],
    sqlite_with_rowid=False,
)
