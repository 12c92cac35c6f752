"""Erasing with proof: orders that are finished after a kill, receipts without words, events redacted under an order.

Orders and what they erased outlive the persona they were given for.  A turn may be changed in one way only: by an order
that is being carried out, in its texts, and with a note of it in `event_redactions`.

Revision ID: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_REDACTED = {
    "events": ("id", "id, persona_id, created, source, client_id, session_id, idempotency_key"),
    "event_completions": ("event_id", "event_id, completed"),
}
FINISHED = 3
"""Orders of earlier versions were carried out in one go."""


def upgrade() -> None:
    """Make the tables anew, with what they hold, and let the triggers give way to a redaction."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        for table in _REDACTED:
            op.execute(f"DROP TRIGGER {table}_refuse_update")
            op.execute(f"DROP TRIGGER {table}_refuse_delete")
    _orders()
    op.create_table(
        "event_redactions",
        sa.Column("event_id", _ID, nullable=False),
        sa.Column("erasure_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "erasure_id", name="pk_event_redactions"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_redactions_event_id"),
        sa.ForeignKeyConstraint(["erasure_id"], ["erasures.id"], name="fk_event_redactions_erasure_id"),
    )
    op.create_table(
        "salts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_salts"),
    )
    op.create_index("ix_memories_event_id", "memories", ["event_id"])
    if is_sqlite:
        _triggers()


def _orders() -> None:
    op.rename_table("erasures", "erasures_before")
    op.rename_table("erased_events", "erased_events_before")
    op.execute("DROP INDEX ix_erased_events_key_hash")
    if op.get_bind().dialect.name != "sqlite":  # where a table's name is not part of these
        op.execute("ALTER INDEX pk_erasures RENAME TO pk_erasures_before")
        op.execute("ALTER INDEX pk_erased_events RENAME TO pk_erased_events_before")
        op.execute("ALTER SEQUENCE erasures_id_seq RENAME TO erasures_before_id_seq")
        op.execute("ALTER SEQUENCE erased_events_event_id_seq RENAME TO erased_events_before_event_id_seq")
    op.create_table(
        "erasures",
        sa.Column("id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("session_hash", sa.LargeBinary()),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("persona_hash", sa.LargeBinary()),
        sa.Column("step", sa.SmallInteger(), nullable=False),
        sa.Column("note", sa.Text()),
        sa.Column("rows", sa.Text()),
        sa.Column("receipt", sa.Text()),
        sa.Column("digest", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_erasures"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "erased_events",
        sa.Column("event_id", _ID, nullable=False),
        sa.Column("erasure_id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("key_hash", sa.LargeBinary()),
        sa.Column("told_hash", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("event_id", name="pk_erased_events"),
        sa.ForeignKeyConstraint(["erasure_id"], ["erasures.id"], name="fk_erased_events_erasure_id"),
    )
    op.create_index("ix_erased_events_key_hash", "erased_events", ["key_hash"])
    op.create_index("ix_erased_events_told_hash", "erased_events", ["told_hash"])
    op.create_index("ix_erased_events_erasure_id", "erased_events", ["erasure_id"])
    op.execute(
        "INSERT INTO erasures (id, persona_id, at, session_hash, events, scope, step) "
        f"SELECT id, persona_id, at, session_hash, events, 'session', {FINISHED} FROM erasures_before"
    )
    op.execute(
        "INSERT INTO erased_events (event_id, erasure_id, persona_id, key_hash) "
        "SELECT event_id, erasure_id, persona_id, key_hash FROM erased_events_before"
    )
    op.drop_table("erased_events_before")
    op.drop_table("erasures_before")


def _triggers() -> None:
    for table, (key, fixed) in _REDACTED.items():
        op.execute(
            f"CREATE TRIGGER {table}_refuse_update BEFORE UPDATE ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM event_redactions AS r JOIN erasures AS o ON o.id = r.erasure_id "
            f"WHERE r.event_id = OLD.{key} AND o.step = 0) "
            f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: UPDATE refused'); END"
        )
        op.execute(
            f"CREATE TRIGGER {table}_only_texts BEFORE UPDATE OF {fixed} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: UPDATE refused'); END"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuse_delete BEFORE DELETE ON {table} "
            f"WHEN NOT EXISTS (SELECT 1 FROM erased_events WHERE event_id = OLD.{key}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} are append-only: DELETE refused'); END"
        )
