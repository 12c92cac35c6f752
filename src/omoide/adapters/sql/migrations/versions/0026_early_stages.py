"""When each stage of a sleep was gone through, and where it stood before: what was done before its time is taken back by it.

Revision ID: 0026
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of sleeps that are there nobody noted it."""
    for table, name, kind in (
        ("sleep_stages", "began", sa.BigInteger()),
        ("sleep_stages", "ended", sa.BigInteger()),
        ("sleep_stages", "before", sa.Text()),
        ("topics", "told_at", sa.BigInteger()),
        ("topics", "told_before", sa.Text()),
    ):
        op.add_column(table, sa.Column(name, kind))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("topic_progress", sa.Column("hand", number, nullable=False, server_default="0"))
