"""Episodes: days told in the persona's own voice, their earlier texts, what they were made of, and what resonated.

Only new tables: nothing that is there is touched, and no later step needs this one to come before it.

Revision ID: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    op.create_table(
        "episodes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("first_day", sa.Text(), nullable=False),
        sa.Column("last_day", sa.Text(), nullable=False),
        sa.Column("arousal", sa.Float(), nullable=False),
        sa.Column("arousal_max", sa.Float(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("original_count", sa.Integer(), nullable=False),
        sa.Column("week_id", _ID),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_episodes"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_episodes_persona_id"),
        sa.ForeignKeyConstraint(["week_id"], ["episodes.id"], name="fk_episodes_week_id"),
        sa.UniqueConstraint("persona_id", "label", name="uq_episodes_persona_id_label"),
        sa.UniqueConstraint("persona_id", "slot", name="uq_episodes_persona_id_slot"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_episodes_persona_id_first_day", "episodes", ["persona_id", "first_day"])
    op.create_index("ix_episodes_week_id", "episodes", ["week_id"])
    op.create_table(
        "episode_texts",
        sa.Column("episode_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sentences", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("is_failure", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("episode_id", "version", name="pk_episode_texts"),
        sa.ForeignKeyConstraint(["episode_id"], ["episodes.id"], name="fk_episode_texts_episode_id"),
    )
    op.create_table(
        "episode_events",
        sa.Column("episode_id", _ID, nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("episode_id", "event_id", name="pk_episode_events"),
        sa.ForeignKeyConstraint(["episode_id"], ["episodes.id"], name="fk_episode_events_episode_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_episode_events_event_id"),
    )
    op.create_index("ix_episode_events_event_id", "episode_events", ["event_id"])
    op.create_table(
        "episode_resonances",
        sa.Column("event_id", _ID, nullable=False),
        sa.Column("episode_id", _ID, nullable=False),
        sa.Column("resonance", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "episode_id", name="pk_episode_resonances"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_episode_resonances_event_id"),
        sa.ForeignKeyConstraint(["episode_id"], ["episodes.id"], name="fk_episode_resonances_episode_id"),
    )
    op.create_index("ix_episode_resonances_episode_id", "episode_resonances", ["episode_id"])
