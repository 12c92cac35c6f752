"""Graves found by the name of the memory in them.

To bring one memory back, the whole text of every memory that was taken out had to be read.

Revision ID: 0007
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_HISTORY = sa.table("memory_history", sa.column("id"), sa.column("row_before"), sa.column("buried_as"))
_NAME = sa.update(_HISTORY).where(_HISTORY.c.id == sa.bindparam("grave")).values(buried_as=sa.bindparam("name"))


def upgrade() -> None:
    """Add the column, name the graves that are there, create the index."""
    op.add_column("memory_history", sa.Column("buried_as", sa.Text()))
    connection = op.get_bind()
    graves = sa.select(_HISTORY.c.id, _HISTORY.c.row_before).where(_HISTORY.c.row_before.is_not(None))
    named = [
        {"grave": row.id, "name": json.loads(row.row_before)["memory"]["label"]} for row in connection.execute(graves)
    ]
    if named:
        connection.execute(_NAME, named)
    only_graves = sa.text("buried_as IS NOT NULL")
    op.create_index(
        "ix_memory_history_persona_id_buried_as",
        "memory_history",
        ["persona_id", "buried_as"],
        sqlite_where=only_graves,
        postgresql_where=only_graves,
    )
