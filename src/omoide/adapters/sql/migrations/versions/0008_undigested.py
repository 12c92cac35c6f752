"""Events that wait to be digested, in a table of their own.

Which events wait was found by looking through the log for those that were neither remembered nor digested.  Now an event
enters this table with its turn and leaves it in the transaction that digests it, so that the next one is found at once
however long the log is.  A home may hold turns that were remembered but not digested, or digested but not remembered: both
wait, and only what is missing is made of them.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table, fill it, and drop the mark that it replaces."""
    op.create_table(
        "undigested_events",
        sa.Column("persona_id", _ID, sa.ForeignKey("personas.id", name="fk_undigested_events_persona_id")),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("event_id", _ID, sa.ForeignKey("events.id", name="fk_undigested_events_event_id")),
        sa.PrimaryKeyConstraint("persona_id", "created", "event_id", name="pk_undigested_events"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_undigested_events_event_id", "undigested_events", ["event_id"])
    op.execute(
        """
        INSERT INTO undigested_events (persona_id, created, event_id)
        SELECT e.persona_id, e.created, e.id
        FROM events AS e
        WHERE e.source <> 'owner'
          AND (NOT EXISTS (SELECT 1 FROM digestions AS d WHERE d.event_id = e.id)
               OR (NOT EXISTS (SELECT 1 FROM memories AS m WHERE m.persona_id = e.persona_id AND m.event_id = e.id)
                   AND NOT EXISTS (SELECT 1 FROM memory_skips AS s WHERE s.event_id = e.id)))
        """
    )
    op.drop_table("digest_progress")
