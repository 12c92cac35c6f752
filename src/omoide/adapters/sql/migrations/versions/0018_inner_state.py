"""How grave each moment was, moods that follow from it, and what was told of due things.

Gravity is weighed from the memory that a turn made, where there is one, else from the feeling's own numbers: the same
rule as for new turns, as it was when this step was written.  Mood points were computed by an older rule and go; they are
only marks on the way, and moods are computed from what was felt, which stays.

Revision ID: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LAYERS = ("baseline", "light_up", "light_down", "grave_up", "grave_down")
_OF_CATEGORY = {"emotional": 1.0, "decision": 0.85, "work": 0.7, "casual": 0.6}
_FLEETING = {"surprise", "confusion", "curiosity", "excitement", "frustration", "disgust"}
_BATCH = 5_000


def upgrade() -> None:
    """Weigh what was felt, and make room for points of the new shape."""
    op.add_column("event_affects", sa.Column("gravity", sa.Float(), nullable=False, server_default="0"))
    _weigh(op.get_bind())
    op.drop_table("mood_points")
    op.create_table(
        "mood_points",
        sa.Column("event_id", _ID, nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        *(sa.Column(f"{layer}_{axis}", sa.Float(), nullable=False) for layer in _LAYERS for axis in "vad"),
        sa.PrimaryKeyConstraint("event_id", name="pk_mood_points"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_mood_points_event_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_mood_points_persona_id"),
    )
    op.create_index("ix_mood_points_persona_id_at_event_id", "mood_points", ["persona_id", "at", "event_id"])
    op.create_table(
        "reminder_marks",
        sa.Column("state_id", _ID, nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("persona_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("state_id", "due", "slot", name="pk_reminder_marks"),
        sa.ForeignKeyConstraint(["state_id"], ["states.id"], name="fk_reminder_marks_state_id"),
        sa.ForeignKeyConstraint(["persona_id"], ["personas.id"], name="fk_reminder_marks_persona_id"),
    )
    op.create_index("ix_reminder_marks_persona_id_session_id", "reminder_marks", ["persona_id", "session_id"])


def _weigh(connection: sa.Connection) -> None:
    felt = sa.text(
        "SELECT event_affects.event_id, event_affects.v, memories.emotional_intensity, memories.emotional_tags,"
        " memories.category FROM event_affects LEFT JOIN memories ON memories.event_id = event_affects.event_id"
        " WHERE event_affects.event_id > :after ORDER BY event_affects.event_id LIMIT :most"
    )
    weighed = sa.text("UPDATE event_affects SET gravity = :gravity WHERE event_id = :event")
    after = -1
    while rows := connection.execute(felt, {"after": after, "most": _BATCH}).all():
        after = rows[-1][0]
        connection.execute(weighed, [{"event": row[0], "gravity": _gravity(*row[1:])} for row in rows])


def _gravity(v: float, intensity: int | None, tags: str | None, category: str | None) -> float:
    share = min(1.0, max(0.0, ((100 * abs(v) if intensity is None else intensity) - 45.0) / 45.0))
    if intensity is None:
        return share
    named = {tag for tag in (tags or "").split(",") if tag}
    passes = bool(named) and named <= _FLEETING
    return share * _OF_CATEGORY.get(category or "", 0.85) * (0.7 if passes else 1.0)
