"""Sleeps in stages: when each began and ended, and what each of its stages did.

Revision ID: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add two tables."""
    op.create_table(
        "sleeps",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("by_itself", sa.Boolean(), nullable=False),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sleeps"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_sleeps_persona_id"),
    )
    op.create_index("ix_sleeps_persona_id_id", "sleeps", ["persona_id", "id"])
    op.create_table(
        "sleep_stages",
        sa.Column("sleep_id", _ID, nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("items", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("nano_usd", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sleep_id", "stage", name="pk_sleep_stages"),
        sa.ForeignKeyConstraint(["sleep_id"], ["sleeps.id"], name="fk_sleep_stages_sleep_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_sleep_stages_persona_id"),
    )
