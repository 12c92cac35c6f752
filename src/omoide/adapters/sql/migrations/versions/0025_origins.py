"""Whose words a turn holds: its origin, kept with it and never changed.

Turns that are there keep none and are read by their source: the log is append-only, and nothing in it is written again.

Revision ID: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_FIXED = "id, persona_id, created, source, client_id, session_id, idempotency_key, origin"


def upgrade() -> None:
    """Add the column, and let it stand as fast as the others."""
    op.add_column("events", sa.Column("origin", sa.Text()))
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER events_only_texts")
        op.execute(
            f"CREATE TRIGGER events_only_texts BEFORE UPDATE OF {_FIXED} ON events "
            "BEGIN SELECT RAISE(ABORT, 'events are append-only: UPDATE refused'); END"
        )
