"""What a portion costs depends on the portion, not on how much waits behind it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from omoide import Mind, Omoide, SimulatedClock, Turn
from omoide.domain.time.moment import Moment
from tests.fakes.embedding import hashing
from tests.usecases.minds import ScriptedThinker

NOON = Moment(1_767_614_400)
COUNTED = 50
"""Steps of the database's machine between two counts."""


class Steps:
    """Counts what the database does."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> int:
        self.count += COUNTED
        return 0


@contextmanager
def counted(mind: Mind) -> Iterator[Steps]:
    """Count the steps of every connection, as long as the block runs."""
    engine, steps = mind._home.foundation.database.engine, Steps()

    def watch(connection: sqlite3.Connection, *_: object) -> None:
        connection.set_progress_handler(steps, COUNTED)

    event.listen(engine, "checkout", watch)
    try:
        yield steps
    finally:
        event.remove(engine, "checkout", watch)


def steps_of_a_portion(home: Path, *, waiting: int) -> tuple[int, int]:
    """Return what looking for work and doing a portion of it cost, when so many turns wait."""
    clock = SimulatedClock(NOON)
    with Omoide.open(home, clock=clock, embedder=hashing(), thinker=ScriptedThinker(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        turns = [Turn(f"{n}日目は猫と遊んだ", "よかったね", session_id=f"s{n // 10}") for n in range(waiting)]
        mind.observe_many([(turn, NOON - waiting + n) for n, turn in enumerate(turns)])
        mind.catch_up()
        away = mind._home.understanding.while_away(mind.persona)
        away.portion(mind.persona)  # what is made once is made now
        with counted(mind) as looked:
            assert away.is_waiting(mind.persona, nights=False)
        with counted(mind) as worked:
            assert away.portion(mind.persona)
        return looked.count, worked.count


@pytest.mark.slow
def test_a_portion_costs_the_same_however_much_waits(tmp_path: Path) -> None:
    few = steps_of_a_portion(tmp_path / "few", waiting=100)
    many = steps_of_a_portion(tmp_path / "many", waiting=4_000)
    assert many[0] <= few[0] + 1_000
    assert many[1] <= 1.2 * few[1] + 1_000


def test_the_oldest_that_wait_are_found_by_an_index_alone(tmp_path: Path) -> None:
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.persona("haru")
        mind.observe(user="猫の話", assistant="うん")
        seen = list[str]()
        engine = mind._home.foundation.database.engine
        event.listen(engine, "before_cursor_execute", lambda _c, _k, statement, *_: seen.append(statement))
        assert mind._home.understanding.while_away(mind.persona).is_gathering(mind.persona)
        [asked] = [each for each in seen if "undigested_events" in each]
        with engine.connect() as connection:
            places = (0,) * asked.count("?")
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}", places).all()
    told = [str(row[-1]) for row in plan]
    assert not any(each.startswith(("SCAN", "USE TEMP B-TREE")) for each in told), told
