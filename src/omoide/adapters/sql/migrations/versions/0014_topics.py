"""Topics: what is spoken of again and again, who belongs to them, and where they lie in each embedding space.

Only new tables: nothing that is there is touched, and no later step needs this one to come before it.

Revision ID: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    op.create_table(
        "topics",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("named_by", sa.Text(), nullable=False),
        sa.Column("nickname", sa.Text(), nullable=False),
        sa.Column("is_fixed", sa.Boolean(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("told_by", sa.Text(), nullable=False),
        sa.Column("told_of", sa.Text(), nullable=False),
        sa.Column("told_size", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("archived_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_topics"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_topics_persona_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_topics_persona_id", "topics", ["persona_id"])
    op.create_table(
        "topic_members",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("topic_id", _ID),
        sa.Column("memory_id", _ID),
        sa.Column("episode_id", _ID),
        sa.Column("number", _ID, nullable=False),
        sa.Column("similarity", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_topic_members"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_topic_members_persona_id"),
        sa.ForeignKeyConstraint(["topic_id"], ["topics.id"], name="fk_topic_members_topic_id"),
        sa.ForeignKeyConstraint(["memory_id"], ["memories.id"], name="fk_topic_members_memory_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["episode_id"], ["episodes.id"], name="fk_topic_members_episode_id", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("memory_id", name="uq_topic_members_memory_id"),
        sa.UniqueConstraint("episode_id", name="uq_topic_members_episode_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_topic_members_persona_id_number", "topic_members", ["persona_id", "number"])
    op.create_index("ix_topic_members_topic_id", "topic_members", ["topic_id"])
    op.create_table(
        "topic_centres",
        sa.Column("topic_id", _ID, nullable=False),
        sa.Column("space_id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("total", sa.LargeBinary(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("anchor", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("topic_id", "space_id", name="pk_topic_centres"),
        sa.ForeignKeyConstraint(["topic_id"], ["topics.id"], name="fk_topic_centres_topic_id"),
        sa.ForeignKeyConstraint(["space_id"], ["embedding_spaces.id"], name="fk_topic_centres_space_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_topic_centres_persona_id"),
    )
    op.create_index("ix_topic_centres_persona_id", "topic_centres", ["persona_id"])
    op.create_table(
        "topic_progress",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("passage_id", _ID, nullable=False),
        sa.Column("number", _ID, nullable=False),
        sa.Column("tick", _ID, nullable=False),
        sa.PrimaryKeyConstraint("persona_id", name="pk_topic_progress"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_topic_progress_persona_id"),
    )
