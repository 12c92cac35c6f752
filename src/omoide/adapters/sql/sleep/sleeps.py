"""A report for each sleep, in SQL."""

from collections.abc import Collection

from sqlalchemy import Connection, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.sleep.tables import sleep_stages, sleeps
from omoide.domain.personas.persona import PersonaId
from omoide.domain.sleep.sleep_report import SleepId, SleepReport, StageResult, StageState, begun
from omoide.domain.sleep.stage import SleepStage, named
from omoide.domain.time.moment import DAY_SECONDS, Moment

NOTED_SECONDS = 3 * DAY_SECONDS
"""How long it is kept where a stage stood before: longer than a clock may have been wrong that nobody is asked about."""
_VALUES = ("place", "state", "items", "total", "seconds", "nano_usd", "why", "began", "ended", "before")


class SqlSleepStore:
    """Keeps reports of sleeps."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(
        self, persona_id: PersonaId, *, at: Moment, by_itself: bool, wanted: Collection[SleepStage]
    ) -> SleepReport:
        """Keep that a sleep has begun."""
        report = begun(SleepId(0), at=at, by_itself=by_itself, wanted=wanted)
        row = {"persona_id": persona_id, "began": at, "by_itself": by_itself, "wanted": " ".join(report.wanted)}
        over = (sleep_stages.c.persona_id == persona_id, sleep_stages.c.began < at - NOTED_SECONDS)
        with self._database.writing(persona_id) as connection:
            connection.execute(
                update(sleep_stages).where(*over, sleep_stages.c.before.is_not(None)).values(before=None)
            )
            new = connection.execute(insert(sleeps).values(row).returning(sleeps.c.id)).scalar_one()
        return begun(SleepId(new), at=at, by_itself=by_itself, wanted=wanted)

    def keep(self, persona_id: PersonaId, report: SleepReport) -> None:
        """Keep how far a sleep has come; one that is gone, with its persona, stays gone."""
        kept = self._database.upsert(sleep_stages, keys=["sleep_id", "stage"], values=list(_VALUES))
        mine = (sleeps.c.id == report.id, sleeps.c.persona_id == persona_id)
        with self._database.writing(persona_id) as connection:
            if connection.execute(update(sleeps).where(*mine).values(ended=report.ended)).rowcount != 1:
                return
            for place, result in enumerate(report.results):
                connection.execute(kept.values(_stage_values(persona_id, report.id, place, result)))

    def under_way(self, persona_id: PersonaId) -> SleepReport | None:
        """Return the sleep that has not ended: it goes on, or was broken off."""
        query = select(sleeps).where(sleeps.c.persona_id == persona_id, sleeps.c.ended.is_(None))
        with self._database.reading() as connection:
            row = connection.execute(query.order_by(sleeps.c.id.desc()).limit(1)).first()
            return None if row is None else _report(connection, row)

    def reports(self, persona_id: PersonaId, *, limit: int) -> list[SleepReport]:
        """Return the last sleeps, newest first."""
        query = select(sleeps).where(sleeps.c.persona_id == persona_id).order_by(sleeps.c.id.desc()).limit(limit)
        with self._database.reading() as connection:
            return [_report(connection, row) for row in connection.execute(query).all()]


def _stage_values(persona_id: PersonaId, sleep_id: SleepId, place: int, result: StageResult) -> dict[str, object]:
    return {
        "sleep_id": sleep_id,
        "stage": result.stage.value,
        "persona_id": persona_id,
        "place": place,
        "state": result.state.value,
        "items": result.items,
        "total": result.total,
        "seconds": result.seconds,
        "nano_usd": result.nano_usd,
        "why": result.why,
        "began": result.began,
        "ended": result.ended,
        "before": result.before or None,
    }


def _report(connection: Connection, row: AnyRow) -> SleepReport:
    query = select(sleep_stages).where(sleep_stages.c.sleep_id == row.id).order_by(sleep_stages.c.place)
    return SleepReport(
        SleepId(row.id),
        Moment(row.began),
        bool(row.by_itself),
        named(row.wanted.split()),
        None if row.ended is None else Moment(row.ended),
        tuple(_result(each) for each in connection.execute(query)),
    )


def _result(row: AnyRow) -> StageResult:
    return StageResult(
        stage=SleepStage(row.stage),
        state=StageState(row.state),
        items=row.items,
        total=row.total,
        seconds=row.seconds,
        nano_usd=row.nano_usd,
        why=row.why,
        began=None if row.began is None else Moment(row.began),
        ended=None if row.ended is None else Moment(row.ended),
        before=row.before or "",
    )
