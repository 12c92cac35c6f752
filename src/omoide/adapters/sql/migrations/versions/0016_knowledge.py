"""Knowledge: documents, the chunks they are found by, and the folders they come from.

Only new tables: nothing that is there is touched, and no later step needs this one to come before it.

Revision ID: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room."""
    op.create_table(
        "documents",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("size", _ID, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("last_version", sa.Integer(), nullable=False),
        sa.Column("characters", _ID, nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("encoding", sa.Text(), nullable=False),
        sa.Column("pages", sa.Integer()),
        sa.Column("left_out", sa.Integer(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("missing_since", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_documents"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_documents_persona_id"),
        sa.UniqueConstraint("persona_id", "path", name="uq_documents_persona_id_path"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "document_chunks",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("heading", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_document_chunks"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_document_chunks_persona_id"),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_document_chunks_document_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_document_chunks_document_id_version", "document_chunks", ["document_id", "version"])
    op.create_index("ix_document_chunks_persona_id", "document_chunks", ["persona_id"])
    op.create_table(
        "document_sources",
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("persona_id", "path", name="pk_document_sources"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_document_sources_persona_id"),
    )
