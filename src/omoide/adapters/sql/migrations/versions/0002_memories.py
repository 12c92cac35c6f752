"""Memories, their texts, relations and history; nights; protection claims; feelings of sessions.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create what memories need."""
    _memories()
    _memory_texts()
    _memory_relations()
    _memory_history()
    _nights()
    _protection_claims()
    _session_feelings()
    _memory_recalls()
    _memory_skips()
    _memory_ticks()


def _memories() -> None:
    op.create_table(
        "memories",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("event_id", ID),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("memory_days", sa.Float(), nullable=False),
        sa.Column("recalls_since_last_batch", sa.Integer(), nullable=False),
        sa.Column("recall_count", sa.Integer(), nullable=False),
        sa.Column("emotional_intensity", sa.SmallInteger(), nullable=False),
        sa.Column("emotional_valence", sa.Text(), nullable=False),
        sa.Column("emotional_arousal", sa.SmallInteger(), nullable=False),
        sa.Column("emotional_tags", sa.Text(), nullable=False),
        sa.Column("decay_coefficient", sa.Float(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("current_level", sa.SmallInteger(), nullable=False),
        sa.Column("retention_score", sa.Float(), nullable=False),
        sa.Column("archived_at", sa.BigInteger()),
        sa.Column("protected", sa.Boolean(), nullable=False),
        sa.Column("revival_requested_at", sa.BigInteger()),
        sa.Column("kept_until", sa.BigInteger()),
        sa.Column("faded_through", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("tick", ID, nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_memories_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_memories_persona_id"),
        sa.PrimaryKeyConstraint("id", name="pk_memories"),
        sa.UniqueConstraint("persona_id", "event_id", name="uq_memories_persona_id_event_id"),
        sa.UniqueConstraint("persona_id", "label", name="uq_memories_persona_id_label"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_memories_persona_id_created", "memories", ["persona_id", "created"])
    op.create_index("ix_memories_persona_id_tick", "memories", ["persona_id", "tick"])


def _memory_texts() -> None:
    op.create_table(
        "memory_texts",
        sa.Column("memory_id", ID, nullable=False),
        sa.Column("trigger", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("keywords", sa.Text(), nullable=False),
        sa.Column("summary_trigger", sa.Text()),
        sa.Column("summary_content", sa.Text()),
        sa.Column("trace_trigger", sa.Text()),
        sa.Column("trace_content", sa.Text()),
        sa.Column("told_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["memory_id"], ["memories.id"], name="fk_memory_texts_memory_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("memory_id", name="pk_memory_texts"),
    )


def _memory_relations() -> None:
    op.create_table(
        "memory_relations",
        sa.Column("source_id", ID, nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("similarity", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_memory_relations_persona_id"),
        sa.ForeignKeyConstraint(
            ["source_id"], ["memories.id"], name="fk_memory_relations_source_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["target_id"], ["memories.id"], name="fk_memory_relations_target_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("source_id", "target_id", "kind", name="pk_memory_relations"),
    )
    op.create_index("ix_memory_relations_persona_id", "memory_relations", ["persona_id"])
    op.create_index("ix_memory_relations_target_id", "memory_relations", ["target_id"])


def _memory_history() -> None:
    op.create_table(
        "memory_history",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("memory_id", ID, nullable=False),
        sa.Column("night_id", ID),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("level_before", sa.SmallInteger()),
        sa.Column("level_after", sa.SmallInteger()),
        sa.Column("retention_score", sa.Float(), nullable=False),
        sa.Column("trigger_before", sa.Text()),
        sa.Column("content_before", sa.Text()),
        sa.Column("row_before", sa.Text()),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_memory_history_persona_id"),
        sa.PrimaryKeyConstraint("id", name="pk_memory_history"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_memory_history_night_id", "memory_history", ["night_id"])
    op.create_index("ix_memory_history_persona_id_memory_id_id", "memory_history", ["persona_id", "memory_id", "id"])


def _nights() -> None:
    op.create_table(
        "nights",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("before", sa.LargeBinary()),
        sa.Column("relations", sa.LargeBinary()),
        sa.Column("report", sa.Text()),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_nights_persona_id"),
        sa.PrimaryKeyConstraint("id", name="pk_nights"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_nights_persona_id_id", "nights", ["persona_id", "id"])


def _protection_claims() -> None:
    op.create_table(
        "protection_claims",
        sa.Column("memory_id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["memory_id"], ["memories.id"], name="fk_protection_claims_memory_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_protection_claims_persona_id"),
        sa.PrimaryKeyConstraint("memory_id", name="pk_protection_claims"),
    )
    op.create_index("ix_protection_claims_persona_id", "protection_claims", ["persona_id"])


def _session_feelings() -> None:
    op.create_table(
        "session_feelings",
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("valence", sa.Text(), nullable=False),
        sa.Column("arousal", sa.SmallInteger(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_session_feelings_persona_id"),
        sa.PrimaryKeyConstraint("persona_id", "session_id", name="pk_session_feelings"),
    )


def _memory_recalls() -> None:
    op.create_table(
        "memory_recalls",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("memory_id", ID, nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["memory_id"], ["memories.id"], name="fk_memory_recalls_memory_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_memory_recalls_persona_id"),
        sa.PrimaryKeyConstraint("id", name="pk_memory_recalls"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_memory_recalls_memory_id", "memory_recalls", ["memory_id"])
    op.create_index("ix_memory_recalls_persona_id_session_id_id", "memory_recalls", ["persona_id", "session_id", "id"])


def _memory_skips() -> None:
    op.create_table(
        "memory_skips",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_memory_skips_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_memory_skips_persona_id"),
        sa.PrimaryKeyConstraint("event_id", name="pk_memory_skips"),
    )
    op.create_index("ix_memory_skips_persona_id", "memory_skips", ["persona_id"])


def _memory_ticks() -> None:
    op.create_table(
        "memory_ticks",
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("tick", ID, nullable=False),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_memory_ticks_persona_id"),
        sa.PrimaryKeyConstraint("persona_id", name="pk_memory_ticks"),
    )
