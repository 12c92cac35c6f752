"""What was told of due things, in SQL: whoever writes a slot's row first is the one who tells it."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, select

from omoide.adapters.sql.beliefs.tables import states
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.reminders.tables import reminder_marks
from omoide.domain.beliefs.state import StateId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reminders.reminder import DISMISSED, SNOOZED, ReminderMark
from omoide.domain.time.moment import Moment

BATCH = 500
"""Ids in one statement; databases bound the number of parameters."""
_ROW = reminder_marks.c


class SqlReminderStore:
    """Marks of due things."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def marks(self, persona_id: PersonaId, state_ids: Collection[StateId]) -> list[ReminderMark]:
        """Return the marks of these tasks, oldest first."""
        ids, found = sorted(state_ids), list[ReminderMark]()
        with self._database.reading() as connection:
            for start in range(0, len(ids), BATCH):
                mine = (_ROW.persona_id == persona_id, _ROW.state_id.in_(ids[start : start + BATCH]))
                found += [_mark(row) for row in connection.execute(select(reminder_marks).where(*mine))]
        return sorted(found, key=_place)

    def told_in(self, persona_id: PersonaId, session_id: str) -> list[ReminderMark]:
        """Return what was told in a session, in the order in which it was told."""
        mine = (_ROW.persona_id == persona_id, _ROW.session_id == session_id)
        query = select(reminder_marks).where(*mine, _ROW.slot.not_in((DISMISSED, SNOOZED)))
        with self._database.reading() as connection:
            return sorted((_mark(row) for row in connection.execute(query)), key=_place)

    def claim(self, persona_id: PersonaId, marks: Sequence[ReminderMark]) -> list[ReminderMark]:
        """Keep those of the marks whose slot nobody has taken and whose task was not dismissed meanwhile; return them."""
        if not marks:
            return []
        new = self._database.insert_new(reminder_marks)
        with self._database.writing(persona_id) as connection:
            may = [one for one in marks if _may_be_told(connection, persona_id, one)]
            return [one for one in may if connection.execute(new.values(_values(persona_id, one))).rowcount == 1]

    def put(self, persona_id: PersonaId, mark: ReminderMark) -> None:
        """Keep a mark in place of the one that has its slot."""
        keys = ["state_id", "due", "slot"]
        kept = self._database.upsert(reminder_marks, keys=keys, values=["at", "session_id", "until"])
        with self._database.writing(persona_id) as connection:
            if _is_mine(connection, persona_id, mark.state_id):
                connection.execute(kept.values(_values(persona_id, mark)))

    def drop(self, persona_id: PersonaId, state_id: StateId, slots: Collection[str]) -> None:
        """Take the marks of a task in these slots away, whatever time it was due."""
        gone = (_ROW.persona_id == persona_id, _ROW.state_id == state_id, _ROW.slot.in_(sorted(slots)))
        with self._database.writing(persona_id) as connection:
            connection.execute(delete(reminder_marks).where(*gone))


def _may_be_told(connection: Connection, persona_id: PersonaId, mark: ReminderMark) -> bool:
    silenced = select(_ROW.slot).where(_ROW.state_id == mark.state_id, _ROW.due == mark.due, _ROW.slot == DISMISSED)
    return _is_mine(connection, persona_id, mark.state_id) and connection.execute(silenced).first() is None


def _is_mine(connection: Connection, persona_id: PersonaId, state_id: StateId) -> bool:
    """Tell whether the task is there and this persona's: it may have been erased a moment ago."""
    found = select(states.c.id).where(states.c.id == state_id, states.c.persona_id == persona_id)
    return connection.execute(found).first() is not None


def _place(mark: ReminderMark) -> tuple[int, int, int, str]:
    return mark.at, mark.due, mark.state_id, mark.slot


def _values(persona_id: PersonaId, mark: ReminderMark) -> dict[str, object]:
    return {
        "state_id": mark.state_id,
        "due": mark.due,
        "slot": mark.slot,
        "persona_id": persona_id,
        "at": mark.at,
        "session_id": mark.session_id,
        "until": mark.until,
    }


def _mark(row: AnyRow) -> ReminderMark:
    until = None if row.until is None else Moment(row.until)
    return ReminderMark(StateId(row.state_id), Moment(row.due), row.slot, Moment(row.at), row.session_id, until)
