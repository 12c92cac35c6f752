"""When due things are told: once, at the right moment, until done or dismissed."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.reminders import reminder, wording
from omoide.domain.reminders.due import DueTask, due_task
from omoide.domain.reminders.reminder import (
    DISMISSED,
    SNOOZED,
    Reminder,
    ReminderMark,
    ReminderRules,
    ReminderStage,
)
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

TOKYO, NEW_YORK = ZoneInfo("Asia/Tokyo"), ZoneInfo("America/New_York")
RULES = ReminderRules()
HOUR = 3600


def due(when: str, *, tz: ZoneInfo = TOKYO, number: int = 1) -> DueTask:
    found = due_task(State(StateId(number), StateKind.TASK, "書類を出す", {"due": when}), tz=tz)
    assert found is not None
    return found


def at(text: str, *, tz: ZoneInfo = TOKYO) -> Moment:
    return moment.parse(text, tz=tz)


def stands(task: DueTask, when: str, *marks: ReminderMark, tz: ZoneInfo = TOKYO) -> Reminder:
    return reminder.standing(task, marks, now=at(when, tz=tz), tz=tz, rules=RULES)


def told(task: DueTask, when: str, slot: str, *, tz: ZoneInfo = TOKYO) -> ReminderMark:
    return ReminderMark(task.id, task.due, slot, at(when, tz=tz))


def test_what_is_due_at_a_time_is_told_from_two_hours_before_and_once() -> None:
    task = due("2026-03-05T15:00:00")
    assert not stands(task, "2026-03-05T12:59:59").is_open
    assert stands(task, "2026-03-05T13:00:00").is_to_be_told
    assert stands(task, "2026-03-05T15:00:00").stage is ReminderStage.SOON
    again = stands(task, "2026-03-05T14:30:00", told(task, "2026-03-05T13:10:00", "ahead"))
    assert again.told == at("2026-03-05T13:10:00")
    assert not again.is_to_be_told


def test_what_is_due_on_a_day_is_told_from_the_morning_to_the_end_of_it() -> None:
    task = due("2026-03-05")
    assert not stands(task, "2026-03-04T23:59:59").is_open
    assert not stands(task, "2026-03-05T05:59:59").is_open
    for hour in ("06:00:00", "11:30:00", "23:59:59"):
        assert stands(task, f"2026-03-05T{hour}").is_to_be_told
    assert stands(task, "2026-03-06T00:00:00").stage is ReminderStage.OVERDUE


def test_what_is_overdue_is_told_once_a_day_for_a_week_and_never_at_night() -> None:
    task = due("2026-03-05")
    assert not stands(task, "2026-03-06T02:00:00").is_open
    assert stands(task, "2026-03-06T09:00:00").is_to_be_told
    mark = told(task, "2026-03-06T09:00:00", "2026-03-06")
    assert not stands(task, "2026-03-06T21:00:00", mark).is_to_be_told
    assert stands(task, "2026-03-07T09:00:00", mark).is_to_be_told
    assert stands(task, "2026-03-12T09:00:00", mark).is_to_be_told
    assert not stands(task, "2026-03-13T09:00:00", mark).is_open


def test_what_was_told_before_its_time_is_not_told_again_on_the_same_day() -> None:
    task = due("2026-03-05T15:00:00")
    ahead = told(task, "2026-03-05T14:00:00", "ahead")
    assert not stands(task, "2026-03-05T18:00:00", ahead).is_to_be_told
    assert stands(task, "2026-03-05T18:00:00").is_to_be_told
    assert stands(task, "2026-03-06T18:00:00", ahead).is_to_be_told


def test_what_is_dismissed_is_silent_and_another_due_time_speaks_anew() -> None:
    task, later = due("2026-03-05"), due("2026-03-08")
    dismissed = ReminderMark(task.id, task.due, DISMISSED, at("2026-03-01T09:00"))
    assert stands(task, "2026-03-05T10:00:00", dismissed).dismissed
    assert not stands(task, "2026-03-05T10:00:00", dismissed).is_open
    assert stands(later, "2026-03-08T10:00:00", dismissed).is_to_be_told


def test_what_is_snoozed_is_told_once_then_and_goes_on_as_before() -> None:
    task = due("2026-03-05")
    snoozed = ReminderMark(task.id, task.due, SNOOZED, at("2026-03-05T07:00"), until=at("2026-03-05T18:00"))
    assert stands(task, "2026-03-05T12:00:00", snoozed).snoozed_until == at("2026-03-05T18:00")
    assert not stands(task, "2026-03-05T12:00:00", snoozed).is_open
    awake = stands(task, "2026-03-05T18:00:00", snoozed)
    assert awake.is_to_be_told
    mark = ReminderMark(task.id, task.due, awake.slot, at("2026-03-05T18:05"))
    assert not stands(task, "2026-03-05T20:00:00", snoozed, mark).is_to_be_told
    assert stands(task, "2026-03-06T10:00:00", snoozed, mark).is_to_be_told


def test_what_is_snoozed_to_long_before_its_time_is_told_in_its_time_too() -> None:
    task = due("2026-03-20")
    snoozed = ReminderMark(task.id, task.due, SNOOZED, at("2026-03-05T07:00"), until=at("2026-03-10T18:00"))
    awake = stands(task, "2026-03-10T19:00:00", snoozed)
    assert (awake.stage, awake.is_to_be_told) == (ReminderStage.LATER, True)
    mark = ReminderMark(task.id, task.due, awake.slot, at("2026-03-10T19:00"))
    assert not stands(task, "2026-03-11T19:00:00", snoozed, mark).is_open
    assert stands(task, "2026-03-20T09:00:00", snoozed, mark).is_to_be_told


def test_the_day_on_which_clocks_change_is_a_day_like_any_other() -> None:
    # 8 March 2026 has 23 hours in New York, 1 November 25.
    for day in ("2026-03-08", "2026-11-01"):
        task = due(day, tz=NEW_YORK)
        assert not stands(task, f"{day}T05:59:59", tz=NEW_YORK).is_open
        assert stands(task, f"{day}T06:00:00", tz=NEW_YORK).is_to_be_told
        assert stands(task, f"{day}T23:59:59", tz=NEW_YORK).stage is ReminderStage.TODAY
    early = due("2026-03-08T04:00:00", tz=NEW_YORK)
    assert stands(early, "2026-03-08T01:00:00", tz=NEW_YORK).stage is ReminderStage.SOON
    assert stands(early, "2026-03-08T00:59:59", tz=NEW_YORK).stage is ReminderStage.LATER


@given(
    when=st.integers(0, 40 * 24),
    pauses=st.lists(st.integers(0, 40), max_size=60),
    is_whole_day=st.booleans(),
    zone=st.sampled_from([TOKYO, NEW_YORK]),
)
def test_whoever_asks_hears_it_at_most_once_a_day_and_not_for_ever(
    when: int, pauses: list[int], is_whole_day: bool, zone: ZoneInfo
) -> None:
    begin = at("2026-02-20T00:00:00", tz=zone)
    local = moment.local(Moment(begin + when * HOUR), tz=zone)
    task = due(local.date().isoformat() if is_whole_day else local.replace(tzinfo=None).isoformat(), tz=zone)
    now, marks = begin, list[ReminderMark]()
    for pause in pauses:
        now = Moment(now + pause * HOUR)
        found = reminder.standing(task, marks, now=now, tz=zone, rules=RULES)
        for one in reminder.to_tell([found], rules=RULES):
            marks.append(reminder.mark_of(one, session_id=""))
    days = [moment.day(one.at, tz=zone) for one in marks]
    assert len({(one.due, one.slot) for one in marks}) == len(marks)
    overdue = [moment.day(one.at, tz=zone) for one in marks if one.slot != "ahead"]
    assert len(set(overdue)) == len(overdue)
    assert len(days) <= 1 + RULES.overdue_days + 1
    assert all((day - task.day).days <= RULES.overdue_days for day in days)


def test_what_is_past_is_told_first_and_not_too_much_at_once() -> None:
    tasks = [due(f"2026-03-0{day}", number=day) for day in range(1, 8)]
    standing = [stands(task, "2026-03-07T12:00:00") for task in reversed(tasks)]
    assert [one.task.day for one in reminder.to_tell(standing, rules=RULES)] == [
        date(2026, 3, day) for day in range(1, 6)
    ]


@pytest.mark.parametrize(
    ("when", "seen", "ja", "en"),
    [
        ("2026-03-05T15:00:00", "2026-03-05T13:00", "（今日15:00）", "(today at 15:00)"),
        ("2026-03-05", "2026-03-05T13:00", "（今日が期限）", "(due today)"),
        ("2026-03-05", "2026-03-04T13:00", "（明日が期限）", "(due tomorrow)"),
        ("2026-03-05T15:00:00", "2026-03-05T16:00", "（期限は今日15:00、過ぎている）", "(was due today at 15:00)"),
        ("2026-03-05", "2026-03-06T16:00", "（期限は昨日、過ぎている）", "(was due yesterday)"),
        ("2026-03-05", "2026-03-08T16:00", "（期限は3月5日、3日過ぎている）", "(was due on 5 Mar, 3 days ago)"),
        ("2025-12-30", "2026-01-02T16:00", "（期限は2025年12月30日、3日過ぎている）", "(was due on 30 Dec 2025, 3 days ago)"),
    ],
)  # fmt: skip
def test_it_is_told_in_words(when: str, seen: str, ja: str, en: str) -> None:
    lines = [
        wording.line(due(when), at=at(seen), tz=TOKYO, language=language) for language in (Language.JA, Language.EN)
    ]
    assert lines == [f"書類を出す{ja}", f"書類を出す {en}"]
