"""Days and ranges of days, however they were typed."""

from datetime import date

import pytest

from omoide.domain.episodes.dates import DaySpan, span_of, week_of
from omoide.errors import InvalidInput

WEEK = DaySpan(date(2025, 11, 4), date(2025, 11, 10))


@pytest.mark.parametrize(
    "text",
    ["2025-11-04~2025-11-10", "2025-11-04～2025-11-10", "2025-11-04〜2025-11-10", "  2025-11-04 ～ 2025-11-10\n"],
)
def test_a_range_is_read_with_any_tilde_and_blanks(text: str) -> None:
    assert span_of(text) == WEEK


def test_a_range_is_written_with_the_half_width_tilde_and_a_day_alone() -> None:
    assert str(WEEK) == "2025-11-04~2025-11-10"
    assert str(span_of(" 2025-11-04 ")) == "2025-11-04"


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2025-11-31", "2025-11-10~2025-11-04", "2025-11-01~2025-11-02~2025-11-03"]
)
def test_what_names_no_days_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        span_of(text)


def test_a_week_goes_from_monday_to_sunday() -> None:
    assert week_of(date(2025, 11, 9)) == DaySpan(date(2025, 11, 3), date(2025, 11, 9))
    assert len(list(week_of(date(2025, 12, 31)))) == 7
