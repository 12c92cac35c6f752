"""Receipts of recalls, and "not that".

Only new tables: nothing that is there is touched.

Revision ID: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room for both."""
    op.create_table(
        "recall_receipts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("cue", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text()),
        sa.Column("milliseconds", sa.Float(), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("candidates", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_recall_receipts"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_recall_receipts_persona_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_recall_receipts_persona_id_at_id", "recall_receipts", ["persona_id", "at", "id"])
    op.create_index(
        "ix_recall_receipts_persona_id_session_id_at", "recall_receipts", ["persona_id", "session_id", "at"]
    )
    op.create_table(
        "recall_demotions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("cue", sa.Text(), nullable=False),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_recall_demotions"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_recall_demotions_persona_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_recall_demotions_persona_id_id", "recall_demotions", ["persona_id", "id"])
