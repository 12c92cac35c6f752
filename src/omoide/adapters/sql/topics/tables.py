"""What is kept of topics: names and summaries, who belongs to them and who waits, where they lie in each space, how far it went."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, Table, Text
from sqlalchemy import UniqueConstraint as Unique

from omoide.adapters.sql.tables import Id, Seconds, metadata

topics = Table(
    "topics",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False, index=True),
    # Empty while nobody has named it, and after its name was made of something erased.
    Column("name", Text, nullable=False),
    Column("named_by", Text, nullable=False),
    Column("nickname", Text, nullable=False),
    Column("is_fixed", Boolean, nullable=False),
    Column("description", Text, nullable=False),
    # JSON: each sentence with the numbers of the memories it rests on.
    Column("summary", Text, nullable=False),
    Column("told_by", Text, nullable=False),
    # JSON: the memories that were shown when name and summary were made.
    Column("told_of", Text, nullable=False),
    Column("told_size", Integer, nullable=False),
    # When that was, and JSON: what stood there before, should the telling be taken back.
    Column("told_at", Seconds),
    Column("told_before", Text),
    Column("created", Seconds, nullable=False),
    Column("archived_at", Seconds),
    sqlite_autoincrement=True,
)

# One row for each memory and each special episode that was looked at; without a topic it waits.
topic_members = Table(
    "topic_members",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("topic_id", Id, ForeignKey("topics.id")),
    Column("memory_id", Id, ForeignKey("memories.id", ondelete="CASCADE")),
    Column("episode_id", Id, ForeignKey("episodes.id", ondelete="CASCADE")),
    # The order in which the persona's points were looked at.
    Column("number", Id, nullable=False),
    Column("similarity", Float, nullable=False),
    Unique("memory_id"),
    Unique("episode_id"),
    Index(None, "persona_id", "number"),
    Index(None, "topic_id"),
    sqlite_autoincrement=True,
)

# Where a topic lies in one embedding space: sums in double precision, so that portions add up as the whole does.
topic_centres = Table(
    "topic_centres",
    metadata,
    Column("topic_id", Id, ForeignKey("topics.id"), primary_key=True),
    Column("space_id", Id, ForeignKey("embedding_spaces.id"), primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False, index=True),
    Column("total", LargeBinary, nullable=False),
    # How many members the sum is made of: when the topic has another number, it is made again.
    Column("count", Integer, nullable=False),
    Column("anchor", LargeBinary),
)

topic_progress = Table(
    "topic_progress",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("passage_id", Id, nullable=False),
    Column("number", Id, nullable=False),
    Column("tick", Id, nullable=False),
    # Counts the changes that were not made by sorting: the owner's, and what was erased.
    Column("hand", Id, nullable=False, server_default="0"),
)
