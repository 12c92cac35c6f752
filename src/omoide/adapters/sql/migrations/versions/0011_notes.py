"""Notes: core memory, notepad, diary, secret diary, with every edit.

Revision ID: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room for notes and for their history."""
    op.create_table(
        "notes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notes"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_notes_persona_id"),
        sa.UniqueConstraint("persona_id", "kind", "period", name="uq_notes_persona_id_kind_period"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "note_revisions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("note_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Integer(), nullable=False),
        sa.Column("added", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_note_revisions"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_note_revisions_persona_id"),
        sa.ForeignKeyConstraint(["note_id"], ["notes.id"], name="fk_note_revisions_note_id"),
        sa.UniqueConstraint("note_id", "version", name="uq_note_revisions_note_id_version"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_note_revisions_persona_id", "note_revisions", ["persona_id"])
