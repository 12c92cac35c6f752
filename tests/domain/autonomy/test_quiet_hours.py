"""Quiet hours: by local clocks, over midnight, and where clocks are moved."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.autonomy.quiet_hours import QuietHours
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

TOKYO, BERLIN, NEW_YORK = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
HOUR = 3_600


def at(text: str, tz: ZoneInfo = TOKYO) -> Moment:
    return moment.of(datetime.fromisoformat(text).replace(tzinfo=tz))


@pytest.mark.parametrize(
    ("hours", "clock", "is_quiet"),
    [
        ((0, 7), "2026-03-01T00:00", True),
        ((0, 7), "2026-03-01T06:59", True),
        ((0, 7), "2026-03-01T07:00", False),
        ((0, 7), "2026-03-01T23:59", False),
        ((22, 6), "2026-03-01T21:59", False),
        ((22, 6), "2026-03-01T22:00", True),
        ((22, 6), "2026-03-02T03:00", True),
        ((22, 6), "2026-03-02T06:00", False),
        ((5, 5), "2026-03-01T05:00", False),
    ],
)
def test_hours_hold_by_local_clocks_and_over_midnight(hours: tuple[int, int], clock: str, is_quiet: bool) -> None:
    assert QuietHours(*hours).hold(at(clock), tz=TOKYO) is is_quiet


def test_they_end_in_the_morning_after() -> None:
    assert QuietHours(22, 6).end(at("2026-03-01T22:30"), tz=TOKYO) == at("2026-03-02T06:00")
    assert QuietHours(22, 6).end(at("2026-03-02T01:00"), tz=TOKYO) == at("2026-03-02T06:00")
    assert QuietHours(22, 6).end(at("2026-03-02T12:00"), tz=TOKYO) == at("2026-03-02T12:00")


def test_a_night_in_which_clocks_are_moved_is_an_hour_shorter_or_longer() -> None:
    quiet = QuietHours(0, 7)
    spring, autumn = at("2026-03-29T00:00", BERLIN), at("2026-10-25T00:00", BERLIN)
    assert quiet.end(spring, tz=BERLIN) - spring == 6 * HOUR
    assert quiet.end(autumn, tz=BERLIN) - autumn == 8 * HOUR


def test_an_end_that_the_clocks_leap_over_comes_with_the_leap() -> None:
    quiet = QuietHours(22, 2)  # in New York 02:00 does not exist on 8 March 2026
    end = quiet.end(at("2026-03-08T01:30", NEW_YORK), tz=NEW_YORK)
    assert moment.iso(end, tz=NEW_YORK) == "2026-03-08T03:00:00-04:00"
    assert not quiet.hold(end, tz=NEW_YORK)


@given(
    from_hour=st.integers(0, 23),
    until_hour=st.integers(0, 23),
    seconds=st.integers(1_700_000_000, 1_900_000_000),
    tz=st.sampled_from([TOKYO, BERLIN, NEW_YORK, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("UTC")]),
)
def test_after_their_end_they_do_not_hold_and_until_then_they_do(
    from_hour: int, until_hour: int, seconds: int, tz: ZoneInfo
) -> None:
    quiet, now = QuietHours(from_hour, until_hour), Moment(seconds)
    end = quiet.end(now, tz=tz)
    assert not quiet.hold(end, tz=tz)
    assert end - now <= 25 * HOUR
    assert quiet.hold(now, tz=tz) == (end > now)
