"""A persona whose language nobody chose has none decided yet: it takes it from what is first said to it.

Every persona that is there keeps its language.

Revision ID: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark personas."""
    op.add_column("personas", sa.Column("is_language_open", sa.Boolean(), nullable=False, server_default=sa.false()))
