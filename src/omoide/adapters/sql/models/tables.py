"""What is kept of thinking: answers, the ledger, prices, vectors by text, and batches under way."""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata

answers = Table(
    "answers",
    metadata,
    Column("key", Text, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id")),
    Column("ask", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    Column("answer", Text),
    Column("refusal", Text),
    Index(None, "created"),
    Index(None, "persona_id"),
)

ledger = Table(
    "ledger",
    metadata,
    Column("id", Id, primary_key=True),
    Column("at", Seconds, nullable=False),
    Column("persona_id", Id, ForeignKey("personas.id")),
    Column("purpose", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("cache_read_tokens", Integer, nullable=False),
    Column("cache_write_tokens", Integer, nullable=False),
    Column("nano_usd", BigInteger),
    Column("latency_ms", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("batched", Boolean, nullable=False),
    Index(None, "at"),
    sqlite_autoincrement=True,
)

prices = Table(
    "prices",
    metadata,
    Column("model", Text, primary_key=True),
    Column("input_usd", Float, nullable=False),
    Column("output_usd", Float, nullable=False),
    Column("cache_read_usd", Float),
    Column("cache_write_usd", Float),
    Column("batch_factor", Float, nullable=False),
)

text_vectors = Table(
    "text_vectors",
    metadata,
    Column("space", Text, primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("created", Seconds, nullable=False),
    Index(None, "created"),
)

batches = Table(
    "answer_batches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("model", Text, nullable=False),
    Column("handle", Text, nullable=False),
    Column("created", Seconds, nullable=False),
    sqlite_autoincrement=True,
)

# A question under way.  One that is part of a larger one names it (`whole`) and its place in it (`number`).
batch_items = Table(
    "answer_batch_items",
    metadata,
    Column("key", Text, primary_key=True),
    Column("batch_id", Id, ForeignKey("answer_batches.id"), nullable=False),
    Column("persona_id", Id, ForeignKey("personas.id")),
    Column("ask", Text, nullable=False),
    Column("whole", Text),
    Column("number", Integer),
    Index(None, "batch_id"),
)
