"""Orders to erase, the only way past the log's append-only triggers; how far session logs have been read.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = {"events": "id", "event_completions": "event_id"}


def upgrade() -> None:
    """Create the tables, and let the triggers give way to an order."""
    op.create_table(
        "erasures",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("session_hash", sa.LargeBinary()),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_erasures"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_erasures_persona_id"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "erased_events",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("erasure_id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("key_hash", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("event_id", name="pk_erased_events"),
        sa.ForeignKeyConstraint(["erasure_id"], ["erasures.id"], name="fk_erased_events_erasure_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_erased_events_persona_id"),
    )
    op.create_index("ix_erased_events_key_hash", "erased_events", ["key_hash"])
    op.create_table(
        "transcripts",
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("path_hash", sa.LargeBinary(), nullable=False),
        sa.Column("offset", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "path_hash", name="pk_transcripts"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_transcripts_persona_id"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for table, key in APPEND_ONLY.items():
            op.execute(f"DROP TRIGGER {table}_refuse_delete")
            op.execute(
                f"CREATE TRIGGER {table}_refuse_delete BEFORE DELETE ON {table} "
                f"WHEN NOT EXISTS (SELECT 1 FROM erased_events WHERE event_id = OLD.{key}) "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: DELETE refused'); END"
            )
