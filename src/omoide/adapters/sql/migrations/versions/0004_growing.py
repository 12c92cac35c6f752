"""Beliefs and their history, preferences, the context graph, feelings, and what was digested.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create what a mind grows by, and an index by which a client's last events are found at once."""
    op.create_index("ix_events_persona_id_client_id_created_id", "events", ["persona_id", "client_id", "created", "id"])
    _beliefs()
    _graph()
    _feelings()
    _digesting()


def _beliefs() -> None:
    op.create_table(
        "states",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("valid_from", sa.BigInteger()),
        sa.Column("valid_to", sa.BigInteger()),
        sa.Column("last_confirmed", sa.BigInteger()),
        sa.Column("settled", sa.BigInteger()),
        sa.Column("struck_out", sa.Text()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_states"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_states_persona_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_states_persona_id_about_last_confirmed", "states", ["persona_id", "about", "last_confirmed"])
    op.create_index(
        "ix_states_persona_id_kind_valid_to_last_confirmed",
        "states",
        ["persona_id", "kind", "valid_to", "last_confirmed"],
    )
    op.create_index(
        "uq_states_one_mood",
        "states",
        ["persona_id"],
        unique=True,
        sqlite_where=sa.text("kind = 'long_mood_state'"),
        postgresql_where=sa.text("kind = 'long_mood_state'"),
    )
    op.create_table(
        "state_entities",
        sa.Column("state_id", ID, nullable=False),
        sa.Column("ordinal", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("state_id", "ordinal", name="pk_state_entities"),
        sa.ForeignKeyConstraint(["state_id"], ["states.id"], name="fk_state_entities_state_id"),
    )
    op.create_index("ix_state_entities_name", "state_entities", ["name"])
    op.create_table(
        "preferences",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("domain", sa.Text(), nullable=False),
        sa.Column("polarity", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("last_confirmed", sa.BigInteger()),
        sa.Column("settled", sa.BigInteger()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_preferences"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_preferences_persona_id"),
        sa.UniqueConstraint(
            "persona_id", "key", "polarity", "domain", name="uq_preferences_persona_id_key_polarity_domain"
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "revisions",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("target_id", ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("before", sa.Text()),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_revisions"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_revisions_persona_id"),
        sa.UniqueConstraint("target", "target_id", "version", name="uq_revisions_target_target_id_version"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_revisions_persona_id_target_at", "revisions", ["persona_id", "target", "at"])
    op.create_table(
        "revision_evidence",
        sa.Column("revision_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("revision_id", "event_id", name="pk_revision_evidence"),
        sa.ForeignKeyConstraint(["revision_id"], ["revisions.id"], name="fk_revision_evidence_revision_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_revision_evidence_event_id"),
    )
    op.create_index("ix_revision_evidence_event_id", "revision_evidence", ["event_id"])


def _graph() -> None:
    op.create_table(
        "event_links",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("to_event_id", ID, nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "to_event_id", "label", name="pk_event_links"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_links_event_id"),
        sa.ForeignKeyConstraint(["to_event_id"], ["events.id"], name="fk_event_links_to_event_id"),
    )
    op.create_index("ix_event_links_to_event_id", "event_links", ["to_event_id"])
    op.create_table(
        "event_threads",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("thread_key", sa.Text(), nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "thread_key", name="pk_event_threads"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_threads_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_event_threads_persona_id"),
    )
    op.create_index(
        "ix_event_threads_persona_id_thread_key_event_id", "event_threads", ["persona_id", "thread_key", "event_id"]
    )


def _feelings() -> None:
    op.create_table(
        "event_affects",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("v", sa.Float(), nullable=False),
        sa.Column("a", sa.Float(), nullable=False),
        sa.Column("d", sa.Float(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name="pk_event_affects"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_affects_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_event_affects_persona_id"),
    )
    op.create_index("ix_event_affects_persona_id_at", "event_affects", ["persona_id", "at"])
    op.create_table(
        "mood_points",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("baseline_v", sa.Float(), nullable=False),
        sa.Column("baseline_a", sa.Float(), nullable=False),
        sa.Column("baseline_d", sa.Float(), nullable=False),
        sa.Column("shock_v", sa.Float(), nullable=False),
        sa.Column("shock_a", sa.Float(), nullable=False),
        sa.Column("shock_d", sa.Float(), nullable=False),
        sa.Column("half_life_hours", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name="pk_mood_points"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_mood_points_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_mood_points_persona_id"),
    )
    op.create_index("ix_mood_points_persona_id_at_event_id", "mood_points", ["persona_id", "at", "event_id"])
    op.create_table(
        "emotion_log",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("ordinal", sa.SmallInteger(), nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("intensity", sa.Float(), nullable=False),
        sa.Column("bonding", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "ordinal", name="pk_emotion_log"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_emotion_log_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_emotion_log_persona_id"),
    )
    op.create_index(
        "ix_emotion_log_persona_id_at_event_id_ordinal", "emotion_log", ["persona_id", "at", "event_id", "ordinal"]
    )


def _digesting() -> None:
    op.create_table(
        "digestions",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("plan_key", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("reasons", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("chat_turn", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name="pk_digestions"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_digestions_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_digestions_persona_id"),
    )
    op.create_index("ix_digestions_persona_id_chat_turn", "digestions", ["persona_id", "chat_turn"])
    op.create_index("ix_digestions_persona_id_outcome", "digestions", ["persona_id", "outcome"])
    op.create_table(
        "digest_progress",
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("persona_id", name="pk_digest_progress"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_digest_progress_persona_id"),
    )
    op.create_table(
        "tidyings",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("chat_turns", sa.Integer(), nullable=False),
        sa.Column("examined", sa.Text(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tidyings"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_tidyings_persona_id"),
        sa.UniqueConstraint("persona_id", "chat_turns", name="uq_tidyings_persona_id_chat_turns"),
        sqlite_autoincrement=True,
    )
