"""No answer is paid for twice: not asked again, not by many at once, not after a crash."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.models.answers import SqlAnswerStore
from omoide.adapters.thinkers.model.wire import Request, Response, Wire
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.adapters.thinkers.stored import StoredThinker
from omoide.domain.models.model_role import Provider
from omoide.domain.models.spending import Usage
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import AnswerRefused, AnswerUnusable, ThinkerUnavailable
from tests import warm
from tests.fakes.provider import Say, provider
from tests.fakes.thinking import AskWeather, AskWeatherNow, CannedWire, Surroundings, role

ROLE = role(Provider.OPENAI, "http://127.0.0.1:9")
GOOD = Response('{"degrees": 20, "words": "mild"}', Usage(10, 5))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "omoide.db")
    migrate.bring_up_to_date(opened, lock=tmp_path / "lock")
    yield opened
    opened.close()


def _stored(around: Surroundings, wire: Wire, database: Database, folder: Path) -> StoredThinker:
    return StoredThinker(
        around.thinker(ROLE, wire=wire, persona_id=None),
        SqlAnswerStore(database),
        FileSingleFlight(folder / "locks"),
        around.clock,
    )


def test_asked_again_it_costs_nothing_and_says_the_same_by_the_same(database: Database, tmp_path: Path) -> None:
    wire, around = CannedWire([GOOD]), Surroundings()
    first = _stored(around, wire, database, tmp_path).answer(AskWeather())
    again = _stored(around, wire, database, tmp_path).answer(AskWeather())
    assert again == first
    assert len(wire.requests) == len(around.ledger.kept) == 1


def test_another_question_or_another_wording_is_asked(database: Database, tmp_path: Path) -> None:
    wire = CannedWire([GOOD])
    thinker = _stored(Surroundings(), wire, database, tmp_path)
    thinker.answer(AskWeather())
    thinker.answer(AskWeather(text="雨"))
    assert len(wire.requests) == 2


def test_a_refusal_stands_for_a_day_and_is_then_asked_again(database: Database, tmp_path: Path) -> None:
    around = Surroundings()
    wire = CannedWire([Response("", Usage(1, 1), refusal="policy"), GOOD])
    thinker = _stored(around, wire, database, tmp_path)
    for _ in range(3):
        with pytest.raises(AnswerRefused, match="policy"):
            thinker.answer(AskWeather())
    assert len(wire.requests) == 1
    around.clock.at += DAY_SECONDS
    assert thinker.answer(AskWeather()).value == (20, "mild")


def test_an_unusable_answer_is_not_paid_for_every_night(database: Database, tmp_path: Path) -> None:
    wire = CannedWire([Response("{}", Usage(1, 1))])
    thinker = _stored(Surroundings(), wire, database, tmp_path)
    with pytest.raises(AnswerUnusable):
        thinker.answer(AskWeather())
    with pytest.raises(AnswerRefused):
        thinker.answer(AskWeather())
    assert len(wire.requests) == 2


def test_a_passing_failure_is_not_kept(database: Database, tmp_path: Path) -> None:
    from omoide.adapters.thinkers.model.wire import CallFailed, Trouble

    wire = CannedWire([CallFailed(Trouble.PASSING, "down"), GOOD])
    thinker = _stored(Surroundings(), wire, database, tmp_path)
    with pytest.raises(ThinkerUnavailable):
        thinker.answer(AskWeatherNow())
    assert thinker.answer(AskWeatherNow()).value == (20, "mild")


def test_an_answer_that_no_longer_fits_its_schema_is_asked_anew(database: Database, tmp_path: Path) -> None:
    wire = CannedWire([GOOD])
    thinker = _stored(Surroundings(), wire, database, tmp_path)
    thinker.answer(AskWeather(known_ids=(1,)))
    kept = thinker.answers.get(thinker.model.key(AskWeather()))
    assert kept is not None
    thinker.answers.put(type(kept)(kept.key, None, kept.ask, kept.model, kept.at, '{"degrees": 999}'))
    assert thinker.answer(AskWeather()).value == (20, "mild")
    assert len(wire.requests) == 2


def test_many_threads_with_the_same_question_make_one_call(database: Database, tmp_path: Path) -> None:
    gate = threading.Event()

    class SlowWire(CannedWire):
        def send(self, request: Request) -> Response:
            gate.wait(timeout=10)
            return super().send(request)

    wire = SlowWire([GOOD])
    thinker = _stored(Surroundings(), wire, database, tmp_path)
    said: list[object] = []
    threads = [threading.Thread(target=lambda: said.append(thinker.answer(AskWeather()).value)) for _ in range(8)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join()
    assert said == [(20, "mild")] * 8
    assert len(wire.requests) == 1


def test_who_cannot_wait_does_not_wait_for_the_same_question_elsewhere(database: Database, tmp_path: Path) -> None:
    around = Surroundings()
    model = around.thinker(
        role(Provider.OPENAI, "http://127.0.0.1:9", now_timeout_seconds=0.05), wire=CannedWire([GOOD])
    )
    thinker = StoredThinker(model, SqlAnswerStore(database), FileSingleFlight(tmp_path / "locks"), around.clock)
    key = thinker.model.key(AskWeatherNow())
    with thinker.flight.hold(key, timeout_seconds=1), pytest.raises(ThinkerUnavailable, match="under way"):
        thinker.answer(AskWeatherNow())


@pytest.mark.slow
def test_killed_in_the_middle_of_a_hundred_asks_a_second_run_makes_exactly_the_missing_ones(tmp_path: Path) -> None:
    with provider(Say(GOOD.text)) as server:
        arguments = ("-m", "tests.fakes.asking", str(tmp_path), server.url, "100")
        killed = warm.run(*arguments, "37")
        made_first = len(server.received)
        finished = warm.run(*arguments)
        made = len(server.received)
        again = warm.run(*arguments)
    assert killed.returncode == -9
    assert made_first == 37
    assert finished.returncode == again.returncode == 0
    assert made == 100
    assert len(server.received) == 100


@pytest.mark.slow
def test_two_processes_with_the_same_hundred_questions_make_a_hundred_calls(tmp_path: Path) -> None:
    with provider(Say(GOOD.text)) as server:
        running = [warm.start("-m", "tests.fakes.asking", str(tmp_path), server.url, "100") for _ in range(2)]
        assert [process.communicate()[1] for process in running] == ["", ""]
        assert [process.returncode for process in running] == [0, 0]
    assert len(server.received) == 100
