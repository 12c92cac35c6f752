"""What is known of past nights: how far they came, what they changed, what they reported."""

import json
from dataclasses import asdict, replace

from sqlalchemy import ColumnElement, Connection, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.memories import deleted_memories
from omoide.adapters.sql.memories.tables import memory_history, nights
from omoide.adapters.sql.nights import snapshot
from omoide.adapters.sql.nights.nights import move, own
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Draft, MemoryId
from omoide.domain.memories.relations import Graph
from omoide.domain.nights.night_report import Change, NightReport
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.nights.store import NightRun, Phase

MOST_UNDOABLE = 30
"""Nights whose numbers are kept at most, however long the grace period: some 20 bytes for each memory and night."""


class SqlNightRecords:
    """Keeps the records of nights."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def latest(self, persona_id: PersonaId) -> NightRun | None:
        """Return the last night that was begun, finished or not."""
        return self._last(persona_id)

    def standing(self, persona_id: PersonaId) -> NightRun | None:
        """Return the last night that is not undone."""
        return self._last(persona_id, nights.c.phase != Phase.UNDONE.value)

    def _last(self, persona_id: PersonaId, *conditions: ColumnElement[bool]) -> NightRun | None:
        columns = (nights.c.id, nights.c.until, nights.c.began, nights.c.ended, nights.c.phase, nights.c.done)
        mine = select(*columns).where(nights.c.persona_id == persona_id, *conditions)
        with self._database.reading() as connection:
            row = connection.execute(mine.order_by(nights.c.id.desc()).limit(1)).first()
        return None if row is None else _run(persona_id, row)

    def changes(self, run: NightRun) -> tuple[Graph, Graph] | None:
        """Return the relations that the night removes and adds, once it knows them."""
        with self._database.reading() as connection:
            data = connection.execute(select(nights.c.relations).where(*own(run))).scalar()
        return None if data is None else snapshot.graphs_from(data)

    def keep_changes(self, run: NightRun, *, removed: Graph, added: Graph) -> None:
        """Note which relations the night removes and adds, before it does so."""
        data = snapshot.graphs_bytes(removed, added)
        with self._database.writing(run.persona_id) as connection:
            connection.execute(update(nights).where(*own(run)).values(relations=data))

    def retold(self, run: NightRun) -> dict[MemoryId, Draft]:
        """Return the texts that the night made shorter, as they were."""
        query = (
            select(memory_history.c.memory_id, memory_history.c.trigger_before, memory_history.c.content_before)
            .where(memory_history.c.night_id == run.id, memory_history.c.persona_id == run.persona_id)
            .where(memory_history.c.trigger_before.is_not(None))
            .where(memory_history.c.cause != Cause.UNDONE.value)
        )
        with self._database.reading() as connection:
            return {
                MemoryId(row.memory_id): Draft(row.trigger_before, row.content_before)
                for row in connection.execute(query)
            }

    def reports(self, persona_id: PersonaId, *, limit: int) -> list[NightReport]:
        """Return the reports of the last nights, newest first."""
        query = (
            select(nights.c.report, nights.c.phase)
            .where(nights.c.persona_id == persona_id, nights.c.report.is_not(None))
            .order_by(nights.c.id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [_report(row) for row in connection.execute(query)]

    def close(self, run: NightRun, report: NightReport, *, past_grace: Moment) -> NightRun:
        """Note that the night has ended, keep its report, and drop what can no longer be undone, all in one step."""
        told = json.dumps(asdict(report), ensure_ascii=False)
        with self._database.writing(run.persona_id) as connection:
            move(connection, run, phase=Phase.DONE, done=0, ended=report.ended)
            connection.execute(update(nights).where(*own(run)).values(report=told))
            _drop(connection, run, past_grace=past_grace)
        return replace(run, phase=Phase.DONE, done=0, ended=report.ended)


def _drop(connection: Connection, run: NightRun, *, past_grace: Moment) -> None:
    """Drop texts, rows and snapshots of what can no longer be undone: it is past its grace period, undone, or many
    nights ago.
    """
    mine = (nights.c.persona_id == run.persona_id, nights.c.id != run.id, nights.c.before.is_not(None))
    older = select(nights.c.id).where(*mine).order_by(nights.c.id.desc()).offset(MOST_UNDOABLE - 1)
    gone = (nights.c.until < past_grace) | (nights.c.phase == Phase.UNDONE.value) | nights.c.id.in_(older)
    connection.execute(update(nights).where(*mine, gone).values(before=None, relations=None))
    old = (memory_history.c.persona_id == run.persona_id, memory_history.c.at < past_grace)
    held = memory_history.c.trigger_before.is_not(None) | memory_history.c.row_before.is_not(None)
    tonight = memory_history.c.night_id.is_not_distinct_from(run.id)
    connection.execute(update(memory_history).where(*old, held, ~tonight).values(deleted_memories.EMPTY))


def _run(persona_id: PersonaId, row: AnyRow) -> NightRun:
    ended = None if row.ended is None else Moment(row.ended)
    return NightRun(
        id=row.id,
        persona_id=persona_id,
        until=Moment(row.until),
        began=Moment(row.began),
        ended=ended,
        phase=Phase(row.phase),
        done=row.done,
    )


def _report(row: AnyRow) -> NightReport:
    told = json.loads(row.report)
    changes = tuple(
        Change(each["label"], Cause(each["cause"]), Level(each["before"]), Level(each["after"]))
        for each in told.pop("changes")
    )
    told["undone"] = row.phase in (Phase.UNDOING.value, Phase.UNDONE.value)
    return NightReport(**told, changes=changes)
