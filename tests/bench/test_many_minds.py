"""Homes of many minds, as the benchmarks make and load them: sound, alike, and with nothing left to be done at a first recall."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.growth import recalled
from bench.load_clients import load_of_clients

from bench import minds_of_a_home
from omoide import Omoide

PERSONAS, EVENTS = 4, 48


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("minds") / "home"
    minds_of_a_home.made(made, personas=PERSONAS, events=EVENTS)
    return made


@pytest.fixture
def omoide(home: Path) -> Iterator[Omoide]:
    with Omoide.open(home, beside="nowhere") as opened:
        yield opened


def test_every_row_of_a_copied_home_is_sound(omoide: Omoide) -> None:
    assert omoide.problems() == []


def test_every_mind_has_its_events_memories_and_beliefs_to_itself(omoide: Omoide) -> None:
    minds = [omoide.mind(each.name) for each in omoide.personas()]
    assert len(minds) == PERSONAS
    events = [[event.id for event in mind.log()] for mind in minds]
    assert len({number for each in events for number in each}) == sum(map(len, events))
    assert {len(each) for each in events} == {len(events[0])}
    assert 0 < len(events[0]) <= EVENTS
    told = [[belief.body for belief in mind.beliefs.all()] for mind in minds]
    assert len(told[0]) >= 3
    assert all(each == told[0] for each in told)


def test_a_first_recall_finds_beliefs_and_writes_none_into_the_index(omoide: Omoide) -> None:
    mind = omoide.mind(minds_of_a_home.name(PERSONAS - 1))
    belief = mind.beliefs.all()[0]
    before = _passages(omoide)
    found = mind.recall(belief.body, kinds=["belief"])
    assert belief.body in [each.text for each in found]
    assert _passages(omoide) == before


def test_recalls_are_measured_in_a_process_of_their_own(home: Path) -> None:
    told = recalled(home, asked=2)
    assert (told["personas"], told["asked"]) == (PERSONAS, 2)
    assert told["cold_ms"]["p50"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
@pytest.mark.parametrize("door", ["library", "http"])
def test_clients_are_answered_by_two_processes_without_an_error(home: Path, door: str, backend: str) -> None:
    told = load_of_clients(
        home,
        clients=4,
        processes=2,
        seconds=1.0,
        think_seconds=0.2,
        personas=PERSONAS,
        events=EVENTS,
        backend=backend,
        url=None,
        door=door,
    )
    assert told["errors"] == 0, told["kinds_of_errors"]
    assert told["observe_ms"]
    assert told["recall_ms"]
    assert told["context_ms"]


def _passages(omoide: Omoide) -> list[tuple[int, str]]:
    with omoide._home.foundation.database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT id, kind FROM passages ORDER BY id").all()
    return [(row[0], row[1]) for row in rows]
