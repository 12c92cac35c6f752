"""Beliefs that are only supposed, and when the user was asked about them.

Everything believed so far was asserted, and stays so.

Revision ID: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Mark states, let open ones be found by the mark, and make room for what was asked."""
    op.add_column("states", sa.Column("candidate", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("ix_states_persona_id_kind_valid_to_last_confirmed", table_name="states")
    op.create_index(
        "ix_states_persona_id_kind_candidate_valid_to_last_confirmed",
        "states",
        ["persona_id", "kind", "candidate", "valid_to", "last_confirmed"],
    )
    op.create_table(
        "asked_candidates",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("state_id", _ID),
        sa.Column("preference_id", _ID),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_asked_candidates"),
        *(
            sa.ForeignKeyConstraint([f"{one}_id"], [f"{one}s.id"], name=f"fk_asked_candidates_{one}_id")
            for one in ("persona", "state", "preference")
        ),
        sqlite_autoincrement=True,
    )
    for columns in (["persona_id", "at"], ["state_id"], ["preference_id"]):
        op.create_index(f"ix_asked_candidates_{'_'.join(columns)}", "asked_candidates", columns)
