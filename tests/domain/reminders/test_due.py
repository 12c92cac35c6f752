"""What is due and when, as plans write it."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.reminders.due import due_task, due_tasks
from omoide.domain.time import moment

TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")


def task(due: object, *, body: str = "書類を出す", **more: object) -> State:
    return State(StateId(1), StateKind.TASK, body, {"due": due, **more})


@pytest.mark.parametrize("due", ["2026-03-05", "2026-03-05T23:59:59", "2026-03-05T23:59:00", "20260305"])
def test_a_date_and_the_end_of_a_day_mean_the_day(due: str) -> None:
    found = due_task(task(due), tz=TOKYO)
    assert found is not None
    assert found.is_whole_day
    assert found.day == date(2026, 3, 5)
    assert moment.iso(found.due, tz=TOKYO) == "2026-03-05T23:59:59+09:00"


def test_a_time_means_that_time_in_the_personas_zone() -> None:
    found = due_task(task("2026-03-05T15:00:00"), tz=TOKYO)
    assert found is not None
    assert not found.is_whole_day
    assert moment.iso(found.due, tz=TOKYO) == "2026-03-05T15:00:00+09:00"
    other = due_task(task("2026-03-05T15:00:00+01:00"), tz=TOKYO)
    assert other is not None
    assert (other.day, moment.iso(other.due, tz=TOKYO)) == (date(2026, 3, 5), "2026-03-05T23:00:00+09:00")


@pytest.mark.parametrize(
    ("body", "clock"),
    [
        ("やること: 歯医者に15時に行く", "15:00"),
        ("You have to do: call the bank at 9:40", "09:40"),
        ("やること: 10時から12時まで会議に出る", "10:00"),
        ("やること: 10時か12時に電話する", None),
        ("やること: 書類を出す", None),
    ],
)
def test_where_only_the_day_is_known_the_tasks_own_words_may_name_the_time(body: str, clock: str | None) -> None:
    found = due_task(task("2026-03-05T23:59:59", body=body), tz=TOKYO)
    assert found is not None
    assert (None if found.is_whole_day else f"{moment.local(found.due, tz=TOKYO):%H:%M}") == clock
    assert found.day == date(2026, 3, 5)


@pytest.mark.parametrize(
    "state",
    [
        task("next week some time"),
        task(""),
        task(None),
        task(20260305),
        task("2026-13-45"),
        task("2026-03-05", status="done"),
        State(StateId(1), StateKind.TASK, "x", {"due": "2026-03-05"}, candidate=True),
        State(StateId(1), StateKind.FACT, "x", {"due": "2026-03-05"}),
        State(StateId(1), StateKind.TASK, "x", {}),
    ],
)
def test_what_is_no_open_task_with_a_readable_time_is_not_due(state: State) -> None:
    assert due_task(state, tz=TOKYO) is None


def test_a_time_that_the_clocks_leave_out_comes_an_hour_later_and_one_that_comes_twice_is_the_first() -> None:
    left_out, twice = (due_task(task(due), tz=BERLIN) for due in ("2026-03-29T02:30:00", "2026-10-25T02:30:00"))
    assert left_out is not None
    assert twice is not None
    assert moment.iso(left_out.due, tz=BERLIN) == "2026-03-29T03:30:00+02:00"
    assert moment.iso(twice.due, tz=BERLIN) == "2026-10-25T02:30:00+02:00"


@given(days=st.lists(st.integers(0, 800), max_size=12))
def test_what_is_due_first_comes_first(days: list[int]) -> None:
    begin = date(2026, 1, 1)
    states = [
        State(StateId(at), StateKind.TASK, "x", {"due": (begin + timedelta(days=each)).isoformat()})
        for at, each in enumerate(days)
    ]
    assert [one.day for one in due_tasks(states, tz=BERLIN)] == sorted(begin + timedelta(days=each) for each in days)


@given(text=st.text(max_size=40))
def test_whatever_a_plan_writes_is_read_or_left(text: str) -> None:
    due_task(task(text), tz=TOKYO)
