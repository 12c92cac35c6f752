"""Answers of models, the ledger, prices, vectors by text, and batches under way.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create what thinking keeps."""
    _answers()
    _money()
    _text_vectors()
    _batches()


def _answers() -> None:
    op.create_table(
        "answers",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("persona_id", ID),
        sa.Column("ask", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text()),
        sa.Column("refusal", sa.Text()),
        sa.PrimaryKeyConstraint("key", name="pk_answers"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_answers_persona_id"),
    )
    op.create_index("ix_answers_created", "answers", ["created"])
    op.create_index("ix_answers_persona_id", "answers", ["persona_id"])


def _money() -> None:
    op.create_table(
        "ledger",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("persona_id", ID),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("cache_read_tokens", sa.Integer(), nullable=False),
        sa.Column("cache_write_tokens", sa.Integer(), nullable=False),
        sa.Column("nano_usd", sa.BigInteger()),
        sa.Column("latency_ms", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("batched", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ledger"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_ledger_persona_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ledger_at", "ledger", ["at"])
    op.create_table(
        "prices",
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("input_usd", sa.Float(), nullable=False),
        sa.Column("output_usd", sa.Float(), nullable=False),
        sa.Column("cache_read_usd", sa.Float()),
        sa.Column("cache_write_usd", sa.Float()),
        sa.Column("batch_factor", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("model", name="pk_prices"),
    )


def _text_vectors() -> None:
    op.create_table(
        "text_vectors",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("space", "hash", name="pk_text_vectors"),
    )
    op.create_index("ix_text_vectors_created", "text_vectors", ["created"])


def _batches() -> None:
    op.create_table(
        "answer_batches",
        sa.Column("id", ID, nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("handle", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_answer_batches"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "answer_batch_items",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("batch_id", ID, nullable=False),
        sa.Column("persona_id", ID),
        sa.Column("ask", sa.Text(), nullable=False),
        sa.Column("whole", sa.Text()),
        sa.Column("number", sa.Integer()),
        sa.PrimaryKeyConstraint("key", name="pk_answer_batch_items"),
        sa.ForeignKeyConstraint(["batch_id"], ["answer_batches.id"], name="fk_answer_batch_items_batch_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_answer_batch_items_persona_id"),
    )
    op.create_index("ix_answer_batch_items_batch_id", "answer_batch_items", ["batch_id"])
