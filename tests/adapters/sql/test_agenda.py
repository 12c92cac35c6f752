"""Who has something to do, asked of all personas at once: the same as asked of each, at a cost that does not grow."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.understanding.agenda import SqlAgenda
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.jobs.agenda import ChangeMarks
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer

NOON = Moment(1_767_614_400)


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(NOON)


@pytest.fixture(params=["sqlite", "postgresql"])
def omoide(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    clock: SimulatedClock,
    monkeypatch: pytest.MonkeyPatch,
    postgres: Callable[[], TestServer],
) -> Iterator[Omoide]:
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "true")
    if request.param == "postgresql":
        monkeypatch.setenv("OMOIDE_DATABASE__URL", postgres().clean())
    with Omoide.open(tmp_path, clock=clock, embedder=hashing(), beside="nowhere") as opened:
        yield opened


def agenda(omoide: Omoide) -> SqlAgenda:
    return SqlAgenda(omoide._home.foundation.database)


def space(omoide: Omoide) -> str:
    return omoide.embedder.space.key


def said(omoide: Omoide, name: str) -> Mind:
    mind = omoide.persona(name)
    mind.observe(user="猫の名前はモモ", assistant="覚えたよ")
    return mind


def able(omoide: Omoide) -> list[str]:
    return [each.name for each in omoide._home.work._able()]


def test_only_those_with_turns_or_passages_that_wait_are_named(omoide: Omoide) -> None:
    waits, open_turn, done = said(omoide, "waits"), omoide.persona("open"), said(omoide, "done")
    omoide.persona("empty")
    open_turn.observe(user="これから答えて")
    done.digest()
    done.catch_up()
    day_ago, tomorrow = Moment(NOON - DAY_SECONDS), Moment(NOON + DAY_SECONDS)
    assert agenda(omoide).undigested(open_before=day_ago) == {waits.persona.id}
    assert agenda(omoide).undigested(open_before=tomorrow) == {waits.persona.id, open_turn.persona.id}
    assert agenda(omoide).unsettled(space=space(omoide)) == {waits.persona.id, open_turn.persona.id}
    assert agenda(omoide).unsettled(space="another") == {
        waits.persona.id,
        open_turn.persona.id,
        done.persona.id,
    }  # vectors of another space help nobody


def test_a_night_is_to_come_since_the_first_memory_then_since_the_last_night(
    omoide: Omoide, clock: SimulatedClock
) -> None:
    mind = said(omoide, "haru")
    omoide.persona("empty")
    mind.digest()
    assert agenda(omoide).awake_since() == {mind.persona.id: NOON}
    clock.advance(days=2)
    mind.sleep()
    [since] = agenda(omoide).awake_since().values()
    assert since is not None
    assert NOON < since <= clock.now()


def test_changes_since_a_look_are_told_once_and_by_whom(omoide: Omoide) -> None:
    haru, aki = omoide.persona("haru"), omoide.persona("aki")
    nothing, marks = agenda(omoide).changed(ChangeMarks())
    assert nothing == set()
    haru.notes.core_memory.write("猫が好き")
    changed, later = agenda(omoide).changed(marks)
    assert changed == {haru.persona.id}
    assert agenda(omoide).changed(later)[0] == set()
    assert aki.persona.id not in changed


def test_who_has_it_done_by_hand_is_left_out_and_who_decides_otherwise_is_not(omoide: Omoide) -> None:
    said(omoide, "by-itself")
    said(omoide, "by-hand").set("background.auto", "false")
    assert able(omoide) == ["by-itself"]
    assert not omoide.is_automatic
    assert omoide.has_work()


def test_everything_is_done_for_those_who_wait_and_then_nobody_is_looked_at(
    omoide: Omoide, clock: SimulatedClock
) -> None:
    for number in range(4):
        said(omoide, f"p{number}")
    assert omoide.work_off()
    assert all(mind.memories.all() for mind in map(omoide.mind, ("p0", "p1", "p2", "p3")))
    assert omoide.work_off()  # opening the minds nudged them
    assert able(omoide) == []
    clock.advance(days=2)
    assert able(omoide) == ["p0", "p1", "p2", "p3"]  # a night is due for all


def test_a_clock_of_its_own_decides_when_its_night_is_due(omoide: Omoide, clock: SimulatedClock) -> None:
    early, late = said(omoide, "early"), said(omoide, "late")
    late.set("compression.schedule_hour", "23")
    for mind in (early, late):
        mind.change(timezone="UTC")
        mind.digest()
        mind.catch_up()
    omoide.work_off()  # those who were nudged
    clock.advance(seconds=16 * 3600)  # 04:00 of the next day
    assert able(omoide) == ["early", "late"]  # 23:00 has passed too
    omoide.work_off()
    omoide.work_off()  # what they have changed in their sleep
    clock.advance(seconds=20 * 3600)  # midnight: only 23:00 has passed since
    assert able(omoide) == ["late"]


def test_an_idle_look_at_sixty_costs_as_many_statements_as_one_at_three(omoide: Omoide) -> None:
    counted: list[str] = []
    engine = omoide._home.foundation.database.engine

    @event.listens_for(engine, "before_cursor_execute")
    def count(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        counted.append(statement)

    def idle_look() -> int:
        omoide.work_off()
        omoide.work_off()  # what was digested has changed beliefs
        counted.clear()
        assert omoide.work_off()
        assert not omoide.has_work()
        return len(counted)

    for number in range(3):
        said(omoide, f"p{number}")
    few = idle_look()
    for number in range(3, 60):
        omoide.add_persona(f"p{number}", language="ja")
    assert idle_look() == few
