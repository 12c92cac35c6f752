"""Receipts of recalls, in SQL: written many at a time, trimmed by age and number in the same step."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall.receipts.rows import receipt_of, receipt_row
from omoide.adapters.sql.recall.receipts.tables import recall_receipts
from omoide.adapters.sql.tables import personas
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.receipt import RecallId, RecallReceipt
from omoide.domain.time.moment import Moment

_ROW = recall_receipts.c
_MINE = _ROW.persona_id == bindparam("persona")
_NEWEST = (_ROW.at.desc(), _ROW.id.desc())
_ADD = Prepared(insert(recall_receipts))
_STAMP = Prepared(select(func.max(erasures.c.id)).where(erasures.c.persona_id == bindparam("persona")))
_IS_THERE = Prepared(select(personas.c.id).where(personas.c.id == bindparam("persona")))
_OLD = Prepared(select(_ROW.id).where(_MINE, _ROW.at < bindparam("oldest")).limit(1))
_DROP_OLD = Prepared(delete(recall_receipts).where(_MINE, _ROW.at < bindparam("oldest")))
_LAST_KEPT = Prepared(select(_ROW.at, _ROW.id).where(_MINE).order_by(*_NEWEST).limit(1).offset(bindparam("most")))
_DROP_MORE = Prepared(
    delete(recall_receipts).where(
        _MINE, (_ROW.at < bindparam("at")) | ((_ROW.at == bindparam("at")) & (_ROW.id <= bindparam("id")))
    )
)


class SqlReceiptStore:
    """Keeps receipts of recalls."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(
        self,
        persona_id: PersonaId,
        receipts: Sequence[RecallReceipt],
        *,
        oldest: Moment,
        most: int,
        unless_erased_since: int,
    ) -> int:
        """Keep receipts, unless something was erased since, and take those away that are too old or too many."""
        if not receipts and not self._has_old(persona_id, oldest):
            return unless_erased_since
        with self._database.writing(persona_id) as connection:
            stamp = _stamp(connection, persona_id)
            if stamp == unless_erased_since and _IS_THERE.first(connection, {"persona": persona_id}):
                _ADD.write_all(connection, [receipt_row(persona_id, each) for each in receipts])
            _trim(connection, persona_id, oldest=oldest, most=most)
        return stamp

    def stamp(self, persona_id: PersonaId) -> int:
        """Return the number of the last erasure."""
        with self._database.reading() as connection:
            return _stamp(connection, persona_id)

    def recent(self, persona_id: PersonaId, *, limit: int, session_id: str | None = None) -> list[RecallReceipt]:
        """Return the last receipts, the newest first."""
        query = select(recall_receipts).where(_ROW.persona_id == persona_id).order_by(*_NEWEST).limit(limit)
        if session_id is not None:
            query = query.where(_ROW.session_id == session_id)
        with self._database.reading() as connection:
            return [receipt_of(row) for row in connection.execute(query)]

    def get(self, persona_id: PersonaId, recall_id: RecallId) -> RecallReceipt | None:
        """Return one receipt."""
        query = select(recall_receipts).where(_ROW.persona_id == persona_id, _ROW.id == recall_id)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
            return None if row is None else receipt_of(row)

    def _has_old(self, persona_id: PersonaId, oldest: Moment) -> bool:
        with self._database.reading() as connection:
            return _OLD.first(connection, {"persona": persona_id, "oldest": oldest}) is not None


def _stamp(connection: Connection, persona_id: PersonaId) -> int:
    row = _STAMP.first(connection, {"persona": persona_id})
    return int(row[0] or 0) if row else 0


def _trim(connection: Connection, persona_id: PersonaId, *, oldest: Moment, most: int) -> None:
    _DROP_OLD.write(connection, {"persona": persona_id, "oldest": oldest})
    beyond = _LAST_KEPT.first(connection, {"persona": persona_id, "most": most})
    if beyond is not None:
        _DROP_MORE.write(connection, {"persona": persona_id, "at": beyond[0], "id": beyond[1]})
