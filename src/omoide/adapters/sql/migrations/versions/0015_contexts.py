"""Contexts: what each session was shown, so that the next turn can be shown the same.

Only new tables: nothing that is there is touched.

Revision ID: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room for constant parts and blocks."""
    op.create_table(
        "contexts",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("budget_tokens", sa.Integer(), nullable=False),
        sa.Column("counted_by", sa.Text(), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "session_id", name="pk_contexts"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_contexts_persona_id"),
    )
    op.create_index("ix_contexts_persona_id_used", "contexts", ["persona_id", "used"])
    op.create_table(
        "context_blocks",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "session_id", "position", name="pk_context_blocks"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_context_blocks_persona_id"),
    )
