"""What is kept of contexts: the constant part that a session was shown, and the block of each of its turns.

They hold texts that are kept elsewhere, too: an order to erase takes all of them away.
"""

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata

contexts = Table(
    "contexts",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("session_id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("day", Text, nullable=False),
    Column("budget_tokens", Integer, nullable=False),
    Column("counted_by", Text, nullable=False),
    Column("language", String(2), nullable=False),
    Column("text", Text, nullable=False),
    Column("tokens", Integer, nullable=False),
    # From when on the conversation itself shows what was said.
    Column("since", Seconds, nullable=False),
    # JSON: what the sections held when they were frozen, and what was shown of it.
    Column("marks", Text, nullable=False),
    Column("report", Text, nullable=False),
    Column("used", Seconds, nullable=False),
    Index(None, "persona_id", "used"),
)

context_blocks = Table(
    "context_blocks",
    metadata,
    Column("persona_id", Id, ForeignKey("personas.id"), primary_key=True),
    Column("session_id", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
    # By what the user message is known again.
    Column("fingerprint", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("marks", Text, nullable=False),
    Column("report", Text, nullable=False),
)
