"""What is kept.  Moments are UTC unix seconds; texts are exactly what was said.

Migrations create these tables; `tests/adapters/sql/test_migrations.py` holds the two descriptions together.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite's row ids are 64 bit under the name INTEGER; PostgreSQL calls that BIGINT.
Id = BigInteger().with_variant(Integer(), "sqlite")
Seconds = BigInteger()

personas = Table(
    "personas",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("language", String(2), nullable=False),
    Column("timezone", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("is_language_open", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)

settings = Table(
    "settings",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("created", Seconds, nullable=False),
    Column("source", Text, nullable=False),
    Column("client_id", Text, nullable=False),
    Column("session_id", Text, nullable=False),
    Column("user_text", Text, nullable=False),
    Column("assistant_text", Text),
    Column("image_summaries", Text),
    Column("idempotency_key", Text),
    Column("origin", Text),
    UniqueConstraint("persona_id", "idempotency_key"),
    Index(None, "persona_id", "id"),
    Index(None, "persona_id", "created", "id"),
    Index(None, "persona_id", "session_id", "id"),
    Index(None, "persona_id", "client_id", "created", "id"),
    sqlite_autoincrement=True,
)

completions = Table(
    "event_completions",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("assistant_text", Text, nullable=False),
    Column("completed", Seconds, nullable=False),
)

annotations = Table(
    "event_annotations",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("about_start", Seconds),
    Column("about_end", Seconds),
    Column("about_year_start", Integer),
    Column("about_year_end", Integer),
    Column("life_stage", Text, nullable=False),
    Column("about_time_confidence", Float, nullable=False),
)

mentions = Table(
    "event_mentions",
    metadata,
    Column("event_id", Id, ForeignKey("events.id"), primary_key=True),
    Column("ordinal", SmallInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Index(None, "name"),
)

# A passage is one searchable piece of something kept: a chunk of an event's side now, of memories and notes later.
passages = Table(
    "passages",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("item_id", Id, nullable=False),
    Column("side", Text, nullable=False),
    Column("part", SmallInteger, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("kind", "item_id", "side", "part"),
    Index(None, "persona_id", "id"),
    Index(None, "persona_id", "hash"),
    sqlite_autoincrement=True,
)

spaces = Table(
    "embedding_spaces",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("dims", Integer, nullable=False),
    Column("fingerprint", Text, nullable=False),
    sqlite_autoincrement=True,
)

vectors = Table(
    "vectors",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("space_id", Id, ForeignKey("embedding_spaces.id"), nullable=False),
    Column("passage_id", Id, ForeignKey("passages.id"), nullable=False),
    Column("data", LargeBinary, nullable=False),
    UniqueConstraint("space_id", "passage_id"),
    Index(None, "space_id", "persona_id", "id"),
    # Without it every passage that is taken away or told anew looks through all vectors.
    Index(None, "passage_id"),
    sqlite_autoincrement=True,
)

# Every passage of the persona up to this id has its vector in this space.
progress = Table(
    "embedding_progress",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("space_id", Id, ForeignKey("embedding_spaces.id"), primary_key=True),
    Column("passage_id", Id, nullable=False),
)
