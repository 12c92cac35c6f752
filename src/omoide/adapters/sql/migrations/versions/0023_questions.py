"""Open questions: what the persona would like to know, the turns questions and answers come from, how far talk was looked through.

Only new tables: nothing that is there is touched, and no later step needs this one to come before it.

Revision ID: 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    op.create_table(
        "questions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("priority", sa.Float(), nullable=False),
        sa.Column("source_date", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("answered_by", sa.Text()),
        sa.Column("resolved", sa.BigInteger()),
        sa.Column("conversion", sa.Text()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_questions"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_questions_persona_id"),
        sa.UniqueConstraint("persona_id", "key", name="uq_questions_persona_id_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_questions_persona_id_status", "questions", ["persona_id", "status"])
    op.create_table(
        "question_events",
        sa.Column("question_id", _ID, nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.Column("is_answer", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("question_id", "event_id", "is_answer", name="pk_question_events"),
        sa.ForeignKeyConstraint(["question_id"], ["questions.id"], name="fk_question_events_question_id"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_question_events_event_id"),
    )
    op.create_index("ix_question_events_event_id", "question_events", ["event_id"])
    op.create_table(
        "question_progress",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", name="pk_question_progress"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_question_progress_persona_id"),
    )
