"""Vectors found by their passage.

Taking a passage away, or giving it a new text, looked through every vector of the store.

Revision ID: 0006
"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index."""
    op.create_index("ix_vectors_passage_id", "vectors", ["passage_id"])
