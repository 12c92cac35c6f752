"""Orders to erase: carried out all or none, finished after a kill, kept as receipts.

The order, what it takes away and what it changes are one transaction: killed before its end nothing has happened, killed after
it the order says what is still to be done.  Hashes stay, so that a copy of an erased turn is recognised when it comes again.
"""

import json
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.entities import erased as profiled
from omoide.adapters.sql.erasing import remains, removing, sweeping
from omoide.adapters.sql.erasing.beliefs import without_beliefs
from omoide.adapters.sql.erasing.episodes import gather_episodes, without_episodes
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.redacting import cut_anew, gather_unmade, redact, unmake
from omoide.adapters.sql.erasing.tables import OrderStep, erased_events, erasures
from omoide.adapters.sql.erasing.tombstones import make_salt
from omoide.adapters.sql.goals import erased as aimed
from omoide.adapters.sql.memories import rows as memory_rows
from omoide.adapters.sql.memories.tables import memories
from omoide.adapters.sql.notes import erased as noted
from omoide.adapters.sql.questions import erased as wondered
from omoide.adapters.sql.recall.receipts.erased import without_receipts
from omoide.adapters.sql.reflection.erased import without_insights
from omoide.adapters.sql.tables import events, passages, personas
from omoide.adapters.sql.topics.erased import gather_topics, without_topics
from omoide.domain.erasing import receipt
from omoide.domain.erasing.receipt import ErasureReport, Left, Receipt
from omoide.domain.erasing.tombstone import hashed, told_hash
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.time.moment import Moment
from omoide.ports.erasing.files import ErasureNote
from omoide.ports.erasing.store import Erased, OpenOrder, Order


class SqlErasureStore:
    """Keeps orders to erase and carries them out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def carry_out(self, order: Order, *, rehearse: bool = False) -> Erased:
        """Take the rows away, all or none, under an order that stays; in a rehearsal nothing is changed."""
        with self._database.writing() as connection:
            self._database.leave_nothing_behind(connection)
            done = _carried_out(self._database, connection, order)
            if rehearse:
                connection.rollback()
        return done

    def unfinished(self) -> list[OpenOrder]:
        """Return the orders that were broken off after their rows went."""
        query = select(erasures).where(erasures.c.step < OrderStep.FINISHED).order_by(erasures.c.id)
        with self._database.reading() as connection:
            return [_open(row) for row in connection.execute(query)]

    def sweep(self) -> None:
        """Clear what the file still holds of rows that are gone: free pages, the journal, merged postings."""
        sweeping.sweep(self._database)

    def remains(self, order: OpenOrder, note: ErasureNote) -> tuple[list[Left], frozenset[str]]:
        """Return the columns that still hold a piece, and every piece that rows of anybody hold."""
        with self._database.reading() as connection:
            return remains.found(connection, order.persona_id, note)

    def finish(self, order: OpenOrder, report: ErasureReport | None) -> None:
        """Keep the receipt, or without a report only that the files are clean; an order ends once."""
        mine = (erasures.c.id == order.erased.order_id, erasures.c.step < OrderStep.FINISHED)
        with self._database.writing() as connection:
            if report is None:
                connection.execute(update(erasures).where(*mine).values(step=OrderStep.FILES_GONE))
                return
            row = connection.execute(select(erasures).where(*mine)).first()
            if row is not None:
                told = json.dumps(receipt.told(report), ensure_ascii=False)
                seal = receipt.sealed(_sealed_fields(row, told), before=_last_seal(connection))
                closed = {"step": OrderStep.FINISHED, "receipt": told, "digest": seal, "note": None}
                connection.execute(update(erasures).where(*mine).values(closed))

    def receipts(self) -> list[Receipt]:
        """Return every receipt, oldest first, each checked against its seal."""
        with self._database.reading() as connection:
            rows = connection.execute(select(erasures).order_by(erasures.c.id)).all()
        return sorted(_receipts(rows), key=lambda each: each.number)


def _carried_out(database: Database, connection: Connection, order: Order) -> Erased:
    persona_id = order.persona_id
    order_id = _ordered(connection, order)
    with Going(connection) as going:
        _gather(going, order)
        sessions = _sessions(going)
        changed = redact(going, order.redactions, order_id=order_id, at=order.at)
        removing.without_passages(going, PassageKind.EVENT, GoingKind.EVENT)
        removing.without_passages(going, PassageKind.MEMORY, GoingKind.MEMORY)
        removing.without_passages(going, PassageKind.EPISODE, GoingKind.EPISODE)
        removing.without_copies(going, persona_id)
        removing.without_gathered_passages(going)
        cut_anew(going, persona_id, order.redactions, changed)
        without_beliefs(going, persona_id, words=order.words)
        without_episodes(going, persona_id)
        if not order.scope.everything:
            redacted_ids = [each.event.id for each in order.redactions]
            profiled.without_words(going, persona_id, redacted=redacted_ids, words=order.words, at=order.at)
            for room in (aimed.without_words, wondered.without_words, without_insights):
                room(going, persona_id, redacted=redacted_ids, words=order.words)
        removing.without_memories(going, persona_id, at=order.at)
        removing.without_later_moods(going, persona_id)
        unmake(going, persona_id)
        removing.without_dependants(going, events, GoingKind.EVENT)
        removing.without_answers(going, order.answer_keys)
        removing.without_sessions(going, persona_id, sessions)
        removing.without_contexts(going, persona_id)
        if not order.scope.everything:
            said = order.selection.texts
            without_receipts(going, persona_id, words=order.words, said=said, sessions=sessions)
        memory_rows.next_tick(database, connection, persona_id)
        if order.scope.everything:
            removing.without_persona(going, persona_id)
        else:
            without_topics(database, going, persona_id, words=order.words)
            redacted = noted.without_words(connection, persona_id, words=order.words, at=order.at)
            going.count(noted.REDACTED, redacted)
    gone = tuple(sorted(going.gone.items()))
    told = {"step": OrderStep.ROWS_GONE, "rows": json.dumps({"rows": dict(gone), "redacted": changed})}
    connection.execute(update(erasures).where(erasures.c.id == order_id).values(told))
    return Erased(order_id, going.gone.get("events", 0), gone, tuple(changed))


def _gather(going: Going, order: Order) -> None:
    selection = order.selection
    going.add(GoingKind.EVENT, selection.event_ids)
    gather_unmade(going, order.unmade)
    going.add(GoingKind.MEMORY, selection.memory_ids)
    # Memories that were made since the order was thought over go as well.
    going.add_found(GoingKind.MEMORY, select(memories.c.id).where(memories.c.event_id.in_(going.ids(GoingKind.EVENT))))
    going.add(GoingKind.STATE, selection.state_ids)
    going.add(GoingKind.PREFERENCE, selection.preference_ids)
    if order.scope.everything:
        mine = select(memories.c.id).where(memories.c.persona_id == order.persona_id)
        going.add_found(GoingKind.MEMORY, mine)
        going.add_found(GoingKind.PASSAGE, select(passages.c.id).where(passages.c.persona_id == order.persona_id))
    redacted = [each.event.id for each in order.redactions]
    gather_episodes(going, order.persona_id, redacted=redacted, words=order.words, everything=order.scope.everything)
    gather_topics(going, order.persona_id, words=order.words)


def _sessions(going: Going) -> list[str]:
    query = select(events.c.session_id).where(events.c.id.in_(going.ids(GoingKind.EVENT))).distinct()
    return [each for each in going.connection.execute(query).scalars() if each]


def _ordered(connection: Connection, order: Order) -> int:
    salt = make_salt(connection)
    session, selection = order.scope.whole_session, order.selection
    values = {
        "persona_id": order.persona_id,
        "at": order.at,
        "session_hash": hashed(session, salt=salt) if session else None,
        "events": len(selection.event_ids),
        "scope": ",".join(kind.value for kind in order.scope.kinds),
        "persona_hash": _persona_hash(connection, order.persona_id, salt) if order.scope.everything else None,
        "step": OrderStep.UNDER_WAY,
        "note": order.note,
    }
    order_id = int(connection.execute(insert(erasures).values(values)).inserted_primary_key[0])  # type: ignore[index]
    rows = list(_tombstones(connection, order, salt=salt, order_id=order_id))
    if rows:
        connection.execute(insert(erased_events), rows)
    return order_id


def _persona_hash(connection: Connection, persona_id: PersonaId, salt: bytes) -> bytes:
    name = connection.execute(select(personas.c.folded).where(personas.c.id == persona_id)).scalar_one()
    return hashed(name, salt=salt)


def _tombstones(connection: Connection, order: Order, *, salt: bytes, order_id: int) -> Iterator[dict[str, object]]:
    ids = order.selection.event_ids
    for start in range(0, len(ids), removing.BATCH):
        some = ids[start : start + removing.BATCH]
        for row in connection.execute(select(events).where(events.c.id.in_(some))):
            said = told_hash(Moment(row.created), row.user_text, row.assistant_text, salt=salt)
            yield {
                "event_id": row.id,
                "erasure_id": order_id,
                "persona_id": order.persona_id,
                "key_hash": hashed(row.idempotency_key, salt=salt) if row.idempotency_key else None,
                "told_hash": said,
            }


def _open(row: AnyRow) -> OpenOrder:
    told = json.loads(row.rows or '{"rows": {}, "redacted": []}')
    erased = Erased(row.id, told["rows"].get("events", 0), tuple(told["rows"].items()), tuple(told["redacted"]))
    return OpenOrder(erased, PersonaId(row.persona_id), row.note or "")


def _receipts(rows: Sequence[AnyRow]) -> Iterator[Receipt]:
    sealed = [row for row in rows if row.digest]
    for row in rows:
        if not row.digest:
            yield Receipt(row.id, Moment(row.at), row.scope, None)
    before, is_sound = "", True
    for row in sealed:
        is_sound = is_sound and row.digest == receipt.sealed(_sealed_fields(row, row.receipt), before=before)
        report = receipt.report_of(json.loads(row.receipt))
        yield Receipt(row.id, Moment(row.at), row.scope, report, row.digest, is_sound)
        before = row.digest


def _sealed_fields(row: AnyRow, told: str) -> list[object]:
    return [row.id, row.persona_id, row.at, row.scope, row.events, told]


def _last_seal(connection: Connection) -> str:
    query = select(erasures.c.digest).where(erasures.c.digest.is_not(None)).order_by(erasures.c.id.desc()).limit(1)
    return str(connection.execute(query).scalar() or "")
