"""What is kept of sleeps: when each began and ended, and what each of its stages did."""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, Table, Text

from omoide.adapters.sql.tables import Id, Seconds, metadata

sleeps = Table(
    "sleeps",
    metadata,
    Column("id", Id, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("began", Seconds, nullable=False),
    Column("ended", Seconds),
    Column("by_itself", Boolean, nullable=False),
    Column("wanted", Text, nullable=False),
    Index(None, "persona_id", "id"),
)

sleep_stages = Table(
    "sleep_stages",
    metadata,
    Column("sleep_id", Id, ForeignKey("sleeps.id"), primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("persona_id", Id, ForeignKey("personas.id"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("items", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("nano_usd", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
    # By the clock as it stood; and where the stage's room stood before, in numbers.
    Column("began", Seconds),
    Column("ended", Seconds),
    Column("before", Text),
)
