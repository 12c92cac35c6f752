"""Goals: what the persona wants to reach, their notes, and the turns they were made of.

Only new tables: nothing that is there is touched, and no later step needs this one to come before it.

Revision ID: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    op.create_table(
        "goals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("term", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("priority", sa.SmallInteger(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("active_since", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("ended_by", sa.Text()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("question_id", _ID),
        sa.Column("is_told", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_goals"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_goals_persona_id"),
        sa.UniqueConstraint("persona_id", "label", name="uq_goals_persona_id_label"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_goals_persona_id_status", "goals", ["persona_id", "status"])
    op.create_table(
        "goal_notes",
        sa.Column("goal_id", _ID, nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("goal_id", "ordinal", name="pk_goal_notes"),
        sa.ForeignKeyConstraint(["goal_id"], ["goals.id"], name="fk_goal_notes_goal_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_goal_notes_persona_id"),
    )
    op.create_index("ix_goal_notes_persona_id", "goal_notes", ["persona_id"])
    op.create_table(
        "goal_events",
        sa.Column("goal_id", _ID, nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("goal_id", "event_id", name="pk_goal_events"),
        sa.ForeignKeyConstraint(["goal_id"], ["goals.id"], name="fk_goal_events_goal_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_goal_events_event_id"),
    )
    op.create_index("ix_goal_events_event_id", "goal_events", ["event_id"])
