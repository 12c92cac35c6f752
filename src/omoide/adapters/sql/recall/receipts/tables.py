"""What is kept of recalls: one row for each, and one for each "not that".

What came to mind stands in a receipt by kind and number alone; only the cue, and a plan made of it, are words.
"""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, LargeBinary, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata

recall_receipts = Table(
    "recall_receipts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    Column("asked_by", Text, nullable=False),
    Column("session_id", Text, nullable=False),
    Column("client_id", Text, nullable=False),
    Column("cue", Text, nullable=False),
    # JSON: how the past was searched; null where the cue itself was looked for.
    Column("plan", Text),
    Column("milliseconds", Float, nullable=False),
    Column("found", Integer, nullable=False),
    # JSON: [kind, id, score, fate, {part: value}, [word …]] for each.
    Column("candidates", Text, nullable=False),
    Index(None, "persona_id", "at", "id"),
    Index(None, "persona_id", "session_id", "at"),
    sqlite_autoincrement=True,
)

recall_demotions = Table(
    "recall_demotions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("at", Seconds, nullable=False),
    Column("kind", Text, nullable=False),
    Column("item", Text, nullable=False),
    Column("cue", Text, nullable=False),
    # In which embedding space the cue's vector lies, and the vector, where one could be had.
    Column("space", Text, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    Index(None, "persona_id", "id"),
    sqlite_autoincrement=True,
)
