"""Personas, events, annotations, settings, passages, embedding spaces and vectors, full-text tokens.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
APPEND_ONLY = {"events": "id", "event_completions": "event_id"}


def upgrade() -> None:
    """Create the first tables and the triggers that keep events as they were."""
    _personas_and_settings()
    _events()
    _annotations()
    _search()
    if op.get_bind().dialect.name == "sqlite":
        _sqlite_triggers()
        op.execute(
            "CREATE VIRTUAL TABLE passage_tokens USING fts5("
            "tokens, content='', detail=none, tokenize=\"ascii tokenchars '_.@-:/&+#'\")"
        )


def _personas_and_settings() -> None:
    op.create_table(
        "personas",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("timezone", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_personas"),
        sa.UniqueConstraint("folded", name="uq_personas_folded"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "settings",
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "key", name="pk_settings"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_settings_persona_id"),
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("user_text", sa.Text(), nullable=False),
        sa.Column("assistant_text", sa.Text()),
        sa.Column("image_summaries", sa.Text()),
        sa.Column("idempotency_key", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_events_persona_id"),
        sa.UniqueConstraint("persona_id", "idempotency_key", name="uq_events_persona_id_idempotency_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_persona_id_id", "events", ["persona_id", "id"])
    op.create_index("ix_events_persona_id_created_id", "events", ["persona_id", "created", "id"])
    op.create_index("ix_events_persona_id_session_id_id", "events", ["persona_id", "session_id", "id"])
    op.create_table(
        "event_completions",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("assistant_text", sa.Text(), nullable=False),
        sa.Column("completed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name="pk_event_completions"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_completions_event_id"),
    )


def _annotations() -> None:
    op.create_table(
        "event_annotations",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("about_start", sa.BigInteger()),
        sa.Column("about_end", sa.BigInteger()),
        sa.Column("about_year_start", sa.Integer()),
        sa.Column("about_year_end", sa.Integer()),
        sa.Column("life_stage", sa.Text(), nullable=False),
        sa.Column("about_time_confidence", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name="pk_event_annotations"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_annotations_event_id"),
    )
    op.create_table(
        "event_mentions",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("ordinal", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "ordinal", name="pk_event_mentions"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_mentions_event_id"),
    )
    op.create_index("ix_event_mentions_name", "event_mentions", ["name"])


def _search() -> None:
    op.create_table(
        "passages",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("item_id", ID, nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("part", sa.SmallInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passages"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_passages_persona_id"),
        sa.UniqueConstraint("kind", "item_id", "side", "part", name="uq_passages_kind_item_id_side_part"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_passages_persona_id_id", "passages", ["persona_id", "id"])
    op.create_index("ix_passages_persona_id_hash", "passages", ["persona_id", "hash"])
    op.create_table(
        "embedding_spaces",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("dims", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_embedding_spaces"),
        sa.UniqueConstraint("key", name="uq_embedding_spaces_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "vectors",
        sa.Column("id", ID, nullable=False),
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("space_id", ID, nullable=False),
        sa.Column("passage_id", ID, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vectors"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_vectors_persona_id"),
        sa.ForeignKeyConstraint(["space_id"], ["embedding_spaces.id"], name="fk_vectors_space_id"),
        sa.ForeignKeyConstraint(["passage_id"], ["passages.id"], name="fk_vectors_passage_id"),
        sa.UniqueConstraint("space_id", "passage_id", name="uq_vectors_space_id_passage_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_vectors_space_id_persona_id_id", "vectors", ["space_id", "persona_id", "id"])
    op.create_table(
        "embedding_progress",
        sa.Column("persona_id", ID, nullable=False),
        sa.Column("space_id", ID, nullable=False),
        sa.Column("passage_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "space_id", name="pk_embedding_progress"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_embedding_progress_persona_id"),
        sa.ForeignKeyConstraint(["space_id"], ["embedding_spaces.id"], name="fk_embedding_progress_space_id"),
    )


def _sqlite_triggers() -> None:
    for table, key in APPEND_ONLY.items():
        # INSERT OR REPLACE would delete without asking the DELETE trigger.
        op.execute(
            f"CREATE TRIGGER {table}_refuse_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: REPLACE refused'); END"
        )
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: {act} refused'); END"
            )
