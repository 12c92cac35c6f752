"""Homes of the time when remembering and digesting were two things: each turn ends with one memory and one plan."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.domain.understanding.digestion import Outcome
from tests.adapters.sql.earlier_homes import before_candidates, before_episodes, before_erasing_with_proof
from tests.conftest import NOW
from tests.fakes.appraisals import plain_appraisal
from tests.fakes.embedding import hashing

TURNS = ("寺町に住んでる", "猫のモモ", "/help", "にんじんは苦手")


def before_the_step(connection: Connection) -> None:
    """Take the home back to where it stood before the tables were one."""
    before_episodes(connection)
    before_candidates(connection)
    before_erasing_with_proof(connection)
    connection.execute(text("DROP TABLE undigested_events"))
    connection.execute(text("CREATE TABLE digest_progress (persona_id INTEGER PRIMARY KEY, event_id INTEGER)"))
    connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))


def nothing_digested(connection: Connection) -> None:
    for table in ("digestions", "event_annotations"):
        connection.execute(text(f"DELETE FROM {table}"))


def nothing_remembered(connection: Connection) -> None:
    for table in ("memory_history", "memory_texts", "memories", "memory_skips"):
        connection.execute(text(f"DELETE FROM {table}"))
    connection.execute(text("DELETE FROM vectors WHERE passage_id IN (SELECT id FROM passages WHERE kind = 'memory')"))
    connection.execute(text("DELETE FROM passages WHERE kind = 'memory'"))


def half_of_each(connection: Connection) -> None:
    """The first turn is remembered only, the second digested only."""
    connection.execute(text("DELETE FROM digestions WHERE event_id = 1"))
    for table in ("memory_history", "memory_texts"):
        connection.execute(text(f"DELETE FROM {table} WHERE memory_id IN (SELECT id FROM memories WHERE event_id = 2)"))
    connection.execute(text("DELETE FROM memories WHERE event_id = 2"))


def neither(connection: Connection) -> None:
    nothing_digested(connection)
    nothing_remembered(connection)


@pytest.fixture
def reopened(tmp_path: Path, clock: SimulatedClock) -> Iterator[Callable[..., tuple[Mind, ScriptedThinker]]]:
    homes: list[Omoide] = []

    def opened() -> tuple[Omoide, ScriptedThinker]:
        thinker = ScriptedThinker({"appraise_turn": [plain_appraisal], "write_plan": [{}]})
        home = Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), thinker=thinker)
        homes.append(home)
        return home, thinker

    def mixed(state: Callable[[Connection], None]) -> tuple[Mind, ScriptedThinker]:
        home, _ = opened()
        mind = home.persona("haru")
        for number, said in enumerate(TURNS):
            mind.observe(user=said, assistant="うん", at=NOW + number)
        mind.digest()
        with home._home.foundation.database.writing() as connection:
            state(connection)
            before_the_step(connection)
        home.close()
        home, thinker = opened()
        return home.mind("haru"), thinker

    yield mixed
    for home in homes:
        home.close()


def asked(thinker: ScriptedThinker) -> dict[str, int]:
    names = [ask.NAME for ask in thinker.asked]
    return {name: names.count(name) for name in ("appraise_turn", "write_plan")}


@pytest.mark.parametrize(
    ("state", "appraised", "planned"),
    [(nothing_digested, 0, 3), (nothing_remembered, 3, 0), (half_of_each, 1, 1), (neither, 3, 3)],
)
def test_only_what_is_missing_is_made(
    reopened: Callable[..., tuple[Mind, ScriptedThinker]],
    state: Callable[[Connection], None],
    appraised: int,
    planned: int,
) -> None:
    mind, thinker = reopened(state)
    assert mind.digest_status().waiting > 0
    report = mind.digest()
    assert (report.waiting, report.stopped_by) == (0, "")
    assert asked(thinker) == {"appraise_turn": appraised, "write_plan": planned}
    assert sorted(memory.event_id or 0 for memory in mind.memories.all()) == [1, 2, 4]
    outcomes = [record.outcome for number in range(1, 5) if (record := mind.digestion(number)) is not None]
    assert outcomes == [Outcome.APPLIED, Outcome.APPLIED, Outcome.SKIPPED, Outcome.APPLIED]
    assert mind.digest().done == 0
    assert len(mind.memories.all()) == 3


def test_a_home_in_which_all_was_done_has_nothing_to_do(
    reopened: Callable[..., tuple[Mind, ScriptedThinker]],
) -> None:
    mind, thinker = reopened(lambda _connection: None)
    assert mind.digest_status().waiting == 0
    assert mind.digest().done == 0
    assert thinker.asked == []
