"""Due things through the library: told once, in the session in which they were told, by one of many."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.beliefs.state import StateKind
from omoide.domain.time import moment
from omoide.errors import BeliefClosed, BeliefNotFound, InvalidInput
from tests import warm
from tests.conftest import NOW
from tests.fakes.embedding import hashing

SAID = "3月5日までに書類を出さないといけない"


@pytest.fixture
def mind(tmp_path: Path, clock: SimulatedClock) -> Iterator[Mind]:
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing()) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        mind.observe(user=SAID, assistant="わかった", at="2026-03-01T20:00", session_id="s0")
        mind.digest()
        yield mind


def go_to(mind: Mind, clock: SimulatedClock, when: str) -> None:
    clock.set(moment.parse(when, tz=mind.persona.tz))


def test_an_errand_is_told_on_its_day_once(mind: Mind, clock: SimulatedClock) -> None:
    [errand] = [state for state in mind.beliefs.all() if state.kind is StateKind.TASK]
    go_to(mind, clock, "2026-03-04T20:00")
    assert mind.due() == []
    assert [one.task.id for one in mind.due.all()] == [errand.id]
    go_to(mind, clock, "2026-03-05T08:00")
    assert [one.is_to_be_told for one in mind.due()] == [True]
    [told] = mind.due.tell(session_id="s1")
    assert told.line.endswith("（今日が期限）")
    go_to(mind, clock, "2026-03-05T12:00")
    assert mind.due.tell(session_id="s2") == []
    [again] = mind.due.tell(session_id="s1")
    assert again.line == told.line
    go_to(mind, clock, "2026-03-06T09:00")
    assert [one.line for one in mind.due.tell(session_id="s2")] == [
        told.line.replace("今日が期限", "期限は昨日、過ぎている")
    ]
    first, *new = mind.due.tell(session_id="s1")
    assert (first.line, new) == (told.line, [])


def test_looking_marks_nothing_and_any_instant_can_be_asked_for(mind: Mind, clock: SimulatedClock) -> None:
    go_to(mind, clock, "2026-03-01T21:00")
    assert mind.due() == []
    for _ in range(2):
        [seen] = mind.due("2026-03-05T09:00")
        assert seen.is_to_be_told
    assert mind.due("2026-04-05T09:00") == []


def test_what_is_done_by_the_owners_word_is_silent_and_rests_on_that_word(mind: Mind, clock: SimulatedClock) -> None:
    go_to(mind, clock, "2026-03-05T08:00")
    [told] = mind.due.tell(session_id="s1")
    done = mind.due.done(told.task.id)
    assert done.is_done
    assert mind.due.done(told.task.id) == done
    assert mind.due.tell(session_id="s1") == mind.due.all() == []
    step = mind.beliefs.history(told.task.id)[-1]
    assert mind.event(step.change.evidence[0]).user.startswith("済んだこと")
    with pytest.raises(BeliefClosed):
        mind.due.dismiss(told.task.id)


def test_what_is_dismissed_stays_a_task_and_can_be_told_again(mind: Mind, clock: SimulatedClock) -> None:
    go_to(mind, clock, "2026-03-05T08:00")
    [due] = mind.due()
    mind.due.dismiss(due.task.id)
    mind.due.dismiss(due.task.id)
    assert mind.due.tell(session_id="s1") == []
    assert [state.id for state in mind.beliefs.all(kind="task")] == [due.task.id]
    mind.due.remind(due.task.id)
    assert len(mind.due.tell(session_id="s1")) == 1


def test_what_is_snoozed_comes_back_then(mind: Mind, clock: SimulatedClock) -> None:
    go_to(mind, clock, "2026-03-05T08:00")
    [due] = mind.due.tell(session_id="s1")
    with pytest.raises(InvalidInput, match="still to come"):
        mind.due.snooze(due.task.id, until="2026-03-05T08:00")
    mind.due.snooze(due.task.id, until="2026-03-05T18:00")
    assert mind.due() == []
    go_to(mind, clock, "2026-03-05T18:30")
    assert len(mind.due.tell(session_id="s2")) == 1
    assert mind.due.tell(session_id="s3") == []


def test_only_a_task_with_a_time_can_be_spoken_of(mind: Mind, clock: SimulatedClock) -> None:
    go_to(mind, clock, "2026-03-02T08:00")
    with pytest.raises(BeliefNotFound):
        mind.due.dismiss(999)
    mind.observe(user="わたし鎌倉に住んでるよ", assistant="そうなんだ", at="2026-03-02T07:00")
    mind.digest()
    [home] = mind.beliefs.all(kind="fact")
    for verb in (mind.due.dismiss, mind.due.remind, mind.due.done):
        with pytest.raises(InvalidInput, match="task"):
            verb(home.id)


def test_erasing_takes_marks_with_their_task(mind: Mind, clock: SimulatedClock) -> None:
    go_to(mind, clock, "2026-03-05T08:00")
    assert mind.due.tell(session_id="s1")
    report = mind.erase(session_id="s0")
    assert dict(report.rows)["reminder_marks"] == 1
    assert mind.due.all() == []


TELLER = """
import sys
from omoide import Omoide, SimulatedClock
with Omoide.open(sys.argv[1], clock=SimulatedClock(int(sys.argv[2]))) as home:
    print(len(home.mind("haru").due.tell(session_id=sys.argv[3])))
"""


@pytest.mark.slow
def test_of_many_processes_one_tells(mind: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    when = moment.parse("2026-03-05T08:00", tz=mind.persona.tz)
    assert when > NOW - 10**9
    started = [warm.start("-c", TELLER, str(tmp_path / "home"), str(when), f"p{number}") for number in range(4)]
    assert sorted(process.communicate(timeout=120)[0].strip() for process in started) == ["0", "0", "0", "1"]
