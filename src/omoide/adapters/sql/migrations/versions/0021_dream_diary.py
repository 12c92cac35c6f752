"""The dream diary: when it was reflected, what was seen, and the turns it was made of.

Only new tables: nothing that is there is touched, and no later step needs this one to come before it.

Revision ID: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    op.create_table(
        "reflections",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("is_stale", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reflections"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_reflections_persona_id"),
        sa.UniqueConstraint("persona_id", "day", name="uq_reflections_persona_id_day"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "insights",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("reflection_id", _ID),
        sa.Column("question_id", _ID),
        sa.Column("trigger_topic", sa.Text(), nullable=False),
        sa.Column("sentences", sa.Text(), nullable=False),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("log_entry", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_insights"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_insights_persona_id"),
        sa.ForeignKeyConstraint(["reflection_id"], ["reflections.id"], name="fk_insights_reflection_id"),
        sa.UniqueConstraint("persona_id", "slot", name="uq_insights_persona_id_slot"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_insights_persona_id_created", "insights", ["persona_id", "created"])
    op.create_index("ix_insights_reflection_id", "insights", ["reflection_id"])
    op.create_table(
        "insight_events",
        sa.Column("insight_id", _ID, nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("insight_id", "event_id", name="pk_insight_events"),
        sa.ForeignKeyConstraint(["insight_id"], ["insights.id"], name="fk_insight_events_insight_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_insight_events_event_id"),
    )
    op.create_index("ix_insight_events_event_id", "insight_events", ["event_id"])
