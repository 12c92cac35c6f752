"""What the store of sleeps promises, on every backend."""

from dataclasses import replace

from omoide.adapters.sql.sleep.sleeps import SqlSleepStore
from omoide.domain.sleep.sleep_report import StageResult, StageState
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.time.moment import Moment
from omoide.ports.sleep.store import SleepStore
from tests.contract.conftest import START, Stores


def store(stores: Stores) -> SleepStore:
    return SqlSleepStore(stores.database)


def test_a_sleep_is_under_way_until_it_has_ended(stores: Stores) -> None:
    sleeps, haru = store(stores), stores.persona().id
    assert sleeps.under_way(haru) is None
    report = sleeps.begin(haru, at=START, by_itself=True, wanted=ORDER)
    assert (report.began, report.wanted, report.results, report.ended) == (START, ORDER, (), None)
    assert sleeps.under_way(haru) == report
    report = report.with_result(StageResult(SleepStage.NIGHT, StageState.UNDER_WAY, 3, 9, 1.5, 10, ""))
    sleeps.keep(haru, report)
    assert sleeps.under_way(haru) == report
    report = report.with_result(StageResult(SleepStage.NIGHT, StageState.DONE, 9, 0, 2.5, 20))
    report = report.with_result(StageResult(SleepStage.TIDY, StageState.LEFT, why="time"))
    report = replace(report, ended=Moment(START + 60))
    sleeps.keep(haru, report)
    assert sleeps.under_way(haru) is None
    assert sleeps.reports(haru, limit=5) == [report]


def test_reports_come_newest_first_and_each_persona_has_its_own(stores: Stores) -> None:
    sleeps, haru, june = store(stores), stores.persona().id, stores.persona("june").id
    first, second = (sleeps.begin(haru, at=START, by_itself=False, wanted=[SleepStage.TIDY]) for _ in range(2))
    assert sleeps.reports(haru, limit=5) == [second, first]
    assert sleeps.reports(haru, limit=1) == [second]
    assert sleeps.reports(june, limit=5) == []
    assert sleeps.under_way(june) is None


def test_nobody_writes_into_anothers_sleep(stores: Stores) -> None:
    sleeps, haru, june = store(stores), stores.persona().id, stores.persona("june").id
    report = sleeps.begin(haru, at=START, by_itself=False, wanted=ORDER)
    sleeps.keep(june, report.with_result(StageResult(SleepStage.NIGHT, StageState.DONE, 1)))
    assert sleeps.reports(haru, limit=1) == [report]
    assert sleeps.reports(june, limit=1) == []
