"""Which days are to be told: the edge of a day is the persona's own midnight, also where clocks change."""

from dataclasses import replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from omoide.domain.episodes import days
from omoide.domain.episodes.days import Due, TurnStamp
from omoide.domain.events.event import EventId
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from tests.domain.episodes.episodes import episode

TOKYO, DUBLIN, LORD_HOWE = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Dublin"), ZoneInfo("Australia/Lord_Howe")


def stamp(number: int, at: str, tz: ZoneInfo) -> TurnStamp:
    return TurnStamp(EventId(number), moment.parse(at, tz=tz))


def test_today_is_never_told_and_yesterday_is_from_midnight_on() -> None:
    stamps = [stamp(1, "2026-03-01T23:59:59", TOKYO), stamp(2, "2026-03-02T00:00:00", TOKYO)]
    before, after = (moment.parse(at, tz=TOKYO) for at in ("2026-03-02T23:59:59", "2026-03-03T00:00:00"))
    assert [each.day for each in days.due(stamps, {}, now=before, tz=TOKYO)] == [date(2026, 3, 1)]
    assert len(days.due(stamps, {}, now=after, tz=TOKYO)) == 2


def test_the_same_turns_are_another_day_in_another_zone() -> None:
    stamps = [stamp(1, "2026-03-01T16:30:00+00:00", TOKYO)]
    assert list(days.by_day(stamps, tz=TOKYO)) == [date(2026, 3, 2)]
    assert list(days.by_day(stamps, tz=DUBLIN)) == [date(2026, 3, 1)]


def test_days_of_23_and_25_hours_lose_and_double_nothing() -> None:
    for tz, day in ((DUBLIN, date(2026, 3, 29)), (DUBLIN, date(2026, 10, 25)), (LORD_HOWE, date(2026, 4, 5))):
        start, end = (moment.start_of(day + timedelta(days=count), tz=tz) for count in (0, 1))
        stamps = [
            TurnStamp(EventId(number), Moment(start - 600 + number * 600)) for number in range((end - start) // 600 + 2)
        ]
        found = days.by_day(stamps, tz=tz)
        assert [each.event_id for each in found[day]] == list(range(1, (end - start) // 600 + 1))
        assert (end - start) % 86_400 != 0
        assert sum(len(mine) for mine in found.values()) == len(stamps)


def test_a_day_is_told_again_when_a_turn_came_or_was_completed_later() -> None:
    stamps = [stamp(1, "2026-03-01T20:00", TOKYO), replace(stamp(2, "2026-03-01T21:00", TOKYO), is_complete=False)]
    told = {date(2026, 3, 1): replace(episode(1), fingerprint=days.of_day(stamps))}
    now = moment.parse("2026-03-05", tz=TOKYO)
    assert days.due(stamps, told, now=now, tz=TOKYO) == []
    later = [*stamps, stamp(3, "2026-03-01T08:00", TOKYO)]
    assert [each.why for each in days.due(later, told, now=now, tz=TOKYO)] == [Due.STALE]
    completed = [stamps[0], replace(stamps[1], is_complete=True)]
    assert [each.why for each in days.due(completed, told, now=now, tz=TOKYO)] == [Due.STALE]


def test_a_failure_counts_as_missing() -> None:
    stamps = [stamp(1, "2026-03-01T20:00", TOKYO)]
    failed = replace(episode(1, is_failure=True), fingerprint=days.of_day(stamps))
    now = moment.parse("2026-03-05", tz=TOKYO)
    [due] = days.due(stamps, {date(2026, 3, 1): failed}, now=now, tz=TOKYO)
    assert due.why is Due.FAILED


def test_a_day_waits_for_its_finished_turns_to_be_digested_and_not_for_open_ones() -> None:
    now = moment.parse("2026-03-05", tz=TOKYO)
    waiting = replace(stamp(1, "2026-03-01T20:00", TOKYO), is_digested=False)
    [due] = days.due([waiting], {}, now=now, tz=TOKYO)
    assert not due.is_ready
    [due] = days.due([replace(waiting, is_complete=False)], {}, now=now, tz=TOKYO)
    assert due.is_ready
