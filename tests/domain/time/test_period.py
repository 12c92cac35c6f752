from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.time import moment
from omoide.domain.time.period import named_periods, named_times

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = moment.parse("2025-10-28T12:00", tz=TOKYO)  # a Tuesday


def days(text: str) -> list[tuple[date, date]]:
    """The first and the last day of each period the text names."""
    return [
        (moment.day(found.start, tz=TOKYO), moment.day(moment.checked(found.end - 1), tz=TOKYO))
        for found in named_periods(text, now=NOW, tz=TOKYO)
    ]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Who did Maria meet on May 3, 2023?", "2023-05-03", "2023-05-03"),
        ("on 3 May 2023", "2023-05-03", "2023-05-03"),
        ("on the 3rd of May 2023", "2023-05-03", "2023-05-03"),
        ("in June 2024", "2024-06-01", "2024-06-30"),
        ("in November", "2024-11-01", "2024-11-30"),
        ("during July", "2025-07-01", "2025-07-31"),
        ("what happened on Oct. 5", "2025-10-05", "2025-10-05"),
        ("in 2023", "2023-01-01", "2023-12-31"),
        ("2025-02-28の会議", "2025-02-28", "2025-02-28"),
        ("2025/3/1", "2025-03-01", "2025-03-01"),
        ("2024年12月24日は何した？", "2024-12-24", "2024-12-24"),
        ("2024年の2月", "2024-02-01", "2024-02-29"),
        ("6月15日に", "2025-06-15", "2025-06-15"),
        ("12月に行った店", "2024-12-01", "2024-12-31"),
        ("2019年に", "2019-01-01", "2019-12-31"),
        ("昨日の話", "2025-10-27", "2025-10-27"),
        ("先週どこ行った", "2025-10-20", "2025-10-26"),
        ("先月", "2025-09-01", "2025-09-30"),
        ("去年", "2024-01-01", "2024-12-31"),
        ("Last month we met", "2025-09-01", "2025-09-30"),
        ("two weeks ago", "2025-10-13", "2025-10-19"),
        ("3日前", "2025-10-25", "2025-10-25"),
        ("11か月前", "2024-11-01", "2024-11-30"),
        ("What did we do on 05.10.2025?", "2025-10-05", "2025-10-05"),
        ("14.10.2025 のこと", "2025-10-14", "2025-10-14"),
        ("what I did in the past three months", "2025-07-28", "2025-10-27"),
        ("ここ3ヶ月の話", "2025-07-28", "2025-10-27"),
        ("my music in the late 90s", "1995-01-01", "1999-12-31"),
        ("80年代前半の曲", "1980-01-01", "1984-12-31"),
        ("去年の夏の旅行", "2024-06-01", "2024-08-31"),
        ("母の日の花", "2025-05-11", "2025-05-11"),
        ("先週の金曜", "2025-10-24", "2025-10-24"),
        ("the last week of August 2025", "2025-08-25", "2025-08-31"),
    ],
)
def test_a_named_time_is_read_as_its_days(text: str, first: str, last: str) -> None:
    assert days(text) == [(date.fromisoformat(first), date.fromisoformat(last))]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "May I ask?",
        "They march on",
        "3ヶ月かかった",
        "四十九日",
        "何月何日？",
        "version 1.2.3",
        "2月30日",
        "room 2025",
        "this friend of mine",
        "12 marbles",
        "they march 5 miles",
        "the recipe takes 1/2 cup",
        "recently",
        "最近どう？",
        "every Friday",
        "my last summer of high school",
    ],
)
def test_what_is_no_time_is_not_read_as_one(text: str) -> None:
    assert days(text) == []


def test_several_times_are_all_read_in_either_language() -> None:
    assert days("between May 1, 2023 and May 9, 2023, or 先月") == [
        (date(2023, 5, 1), date(2023, 5, 9)),
        (date(2025, 9, 1), date(2025, 9, 30)),
    ]


def test_a_cue_that_names_hours_asks_for_them() -> None:
    [found] = named_periods("さっき何て言った？", now=NOW, tz=TOKYO)
    assert moment.parse("2025-10-28T09:00", tz=TOKYO) == found.start < found.end == NOW
    [night] = named_periods("昨日の夜中に話したこと", now=NOW, tz=TOKYO)
    assert night.start == moment.parse("2025-10-28T00:00", tz=TOKYO)
    assert night.end == moment.parse("2025-10-28T04:00", tz=TOKYO)


def test_since_a_day_is_until_now() -> None:
    assert days("What have I read since June?") == [(date(2025, 6, 1), date(2025, 10, 28))]


@pytest.mark.parametrize(
    "text", ["two weeks before August 11, 2023", "the Friday before August 11, 2023", "before August 11, 2023"]
)
def test_who_counts_from_a_day_asks_for_that_day_too(text: str) -> None:
    [(first, last)] = days(text)
    assert first < last == date(2023, 8, 11)


@pytest.mark.parametrize("text", ["明日の予定は？", "next summer", "in 2031", "in three days", "来月の旅行"])
def test_what_has_not_begun_holds_no_memory(text: str) -> None:
    assert days(text) == []


def test_of_a_pasted_page_the_ends_are_read() -> None:
    page = "line 3 of 2019-05-06 and so on\n" * 400
    assert days(f"昨日のログを見て\n{page}\nWhat did I do on May 3, 2023?")[-1] == (date(2023, 5, 3), date(2023, 5, 3))


@given(st.text(max_size=100), st.integers(moment.EARLIEST + 400 * 86_400, moment.LATEST - 400 * 86_400))
def test_any_text_at_any_time_is_read_without_an_error(text: str, now: int) -> None:
    for found in named_periods(text, now=moment.checked(now), tz=TOKYO):
        assert found.start < found.end


@pytest.mark.parametrize("text", ["999年前", "999 years ago", "1999年13月", "2024-99-99"])
def test_times_no_calendar_holds_are_left_out(text: str) -> None:
    assert all(found.start < found.end for found in named_periods(text, now=NOW, tz=TOKYO))


@pytest.mark.parametrize(
    ("text", "rest", "dates"),
    [
        ("10月2日に何話した？", "に何話した？", "10月2日"),
        ("what happened 2 weeks ago?", "what happened ?", ""),
        ("先週の火曜と2日に何話した？", "と に何話した？", ""),
        ("Who came?", "Who came?", ""),
    ],
)
def test_what_a_cue_says_besides_its_times_is_told_and_which_of_them_are_dates(
    text: str, rest: str, dates: str
) -> None:
    told = named_times(text, now=NOW, tz=TOKYO)
    assert (told.rest.split(), told.dates) == (rest.split(), dates)


def test_a_month_by_name_and_a_day_are_a_date() -> None:
    assert "2" in named_times("what happened on 2 October?", now=NOW, tz=TOKYO).dates
