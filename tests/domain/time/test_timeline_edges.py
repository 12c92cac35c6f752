"""Year ends, leap days, clock changes, and which of several times a text is about."""

from zoneinfo import ZoneInfo

import pytest

from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS
from omoide.domain.time.timeline import Kind, LifeStage, Toward, about_time, expressions

TOKYO, NEW_YORK = ZoneInfo("Asia/Tokyo"), ZoneInfo("America/New_York")


def _days(text: str, now: str, *, tz: ZoneInfo = TOKYO) -> tuple[str, str]:
    """Return the first and the last day the text is about."""
    about = about_time(text, now=moment.parse(now, tz=tz), tz=tz)
    assert about is not None
    assert about.start is not None
    assert about.end is not None
    return (
        moment.day(about.start, tz=tz).isoformat(),
        moment.day(moment.checked(about.end - 1), tz=tz).isoformat(),
    )


@pytest.mark.parametrize(
    ("text", "now", "days"),
    [
        ("明日は元日", "2023-12-31T23:30", ("2024-01-01", "2024-01-01")),
        ("先月は忙しかった", "2024-01-01T00:10", ("2023-12-01", "2023-12-31")),
        ("12月30日に帰省した", "2024-01-02", ("2023-12-30", "2023-12-30")),
        ("1月2日に会う", "2023-12-30", ("2024-01-02", "2024-01-02")),
        ("先週どうだった", "2024-01-03", ("2023-12-25", "2023-12-31")),
        ("last week", "2024-01-03", ("2023-12-25", "2023-12-31")),
        ("next month", "2023-12-31", ("2024-01-01", "2024-01-31")),
        ("昨日生まれた", "2024-03-01", ("2024-02-29", "2024-02-29")),
        ("2月29日に会った", "2025-06-01", ("2024-02-29", "2024-02-29")),
        ("先月末に出した", "2024-03-10", ("2024-02-23", "2024-02-29")),
        ("去年の今ごろ", "2024-02-29", ("2023-02-01", "2023-02-28")),
        ("one month ago", "2024-03-31", ("2024-02-01", "2024-02-29")),
        ("31日に会おう", "2024-04-15", ("2024-03-31", "2024-03-31")),
        ("昨日の夜に", "2024-05-15T00:30", ("2024-05-14", "2024-05-14")),
        ("this weekend", "2024-05-19T22:00", ("2024-05-18", "2024-05-19")),
    ],
)
def test_the_calendar_is_right_at_its_edges(text: str, now: str, days: tuple[str, str]) -> None:
    assert _days(text, now) == days


@pytest.mark.parametrize("text", ["2月30日に会った", "feb 30 2019", "2023年2月29日", "13月5日", "32日"])
def test_days_that_do_not_exist_are_not_made_up(text: str) -> None:
    found = expressions(text, now=moment.parse("2024-05-15", tz=TOKYO), tz=TOKYO)

    assert not [each for each in found if each.kind is Kind.DATE]


def test_a_day_on_which_clocks_change_is_as_long_as_it_is() -> None:
    spring = about_time("yesterday", now=moment.parse("2024-03-11T09:00", tz=NEW_YORK), tz=NEW_YORK)
    autumn = about_time("yesterday", now=moment.parse("2024-11-04T09:00", tz=NEW_YORK), tz=NEW_YORK)

    assert spring is not None
    assert autumn is not None
    assert (spring.end or 0) - (spring.start or 0) == DAY_SECONDS - 3600
    assert (autumn.end or 0) - (autumn.start or 0) == DAY_SECONDS + 3600


def test_an_hour_that_the_clock_skips_turns_nothing_round() -> None:
    now = moment.parse("2024-03-09T12:00", tz=NEW_YORK)

    [found] = expressions("tomorrow from 2:30 to 3:00", now=now, tz=NEW_YORK)

    assert found.kind is Kind.DATETIME_RANGE
    assert found.start == found.end == moment.parse("2024-03-10T03:30", tz=NEW_YORK)


def test_the_same_words_mean_another_day_in_another_zone() -> None:
    now = moment.parse("2024-05-15T23:30", tz=NEW_YORK)

    here, there = (about_time("今日ではなく昨日", now=now, tz=tz) for tz in (NEW_YORK, TOKYO))

    assert here is not None
    assert there is not None
    assert moment.iso(here.start or now, tz=NEW_YORK) == "2024-05-14T00:00:00-04:00"
    assert moment.iso(there.start or now, tz=TOKYO) == "2024-05-15T00:00:00+09:00"


@pytest.mark.parametrize(
    ("text", "now", "days"),
    [
        ("3月に引っ越した", "2024-11-20", ("2024-03-01", "2024-03-31")),
        ("3月に引っ越す予定", "2024-11-20", ("2025-03-01", "2025-03-31")),
        ("金曜に会った", "2024-05-15", ("2024-05-10", "2024-05-10")),
        ("金曜に会う予定", "2024-05-15", ("2024-05-17", "2024-05-17")),
        ("We moved in March", "2024-11-20", ("2024-03-01", "2024-03-31")),
        ("We will move in March", "2024-11-20", ("2025-03-01", "2025-03-31")),
        ("会場が7月12日に変わった", "2024-05-15", ("2024-07-12", "2024-07-12")),
    ],
)
def test_the_tense_tells_past_from_future_where_both_are_near(text: str, now: str, days: tuple[str, str]) -> None:
    assert _days(text, now) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("3月17日までに出す", ("2024-03-02", "2024-03-17")),
        ("今月中にやる", ("2024-03-02", "2024-03-31")),
        ("来月中にやる", ("2024-04-01", "2024-04-30")),
        ("来月から始める", ("2024-04-01", "2024-04-30")),
        ("5年前に買った", ("2019-01-01", "2019-12-31")),
        ("by March 17", ("2024-03-02", "2024-03-17")),
        ("before 2010 it was calm", ("2009-01-01", "2009-12-31")),
        ("after 2010 it was calm", ("2011-01-01", "2011-12-31")),
        ("去年の5月より前に聞いた", ("2023-03-31", "2023-04-30")),
    ],
)
def test_an_open_stretch_is_closed_by_the_present_or_by_the_unit_it_names(text: str, days: tuple[str, str]) -> None:
    assert _days(text, "2024-03-02T14:00") == days


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("今日、先月の旅行の写真を見た", "先月"),
        ("3時間かけて昨日のカレーを煮た", "昨日"),
        ("最近思い出すのは2011年の冬", "2011年の冬"),
        ("毎週火曜だけど、来週の火曜は休み", "来週の火曜"),
        ("Today I thought of last summer", "last summer"),
        ("去年のお盆の話。お盆は2023年8月13日に集まった", "2023年8月13日"),
    ],
)
def test_a_text_is_about_its_most_telling_time(text: str, named: str) -> None:
    about = about_time(text, now=moment.parse("2024-05-15T20:00", tz=TOKYO), tz=TOKYO)

    assert about is not None
    assert about.text == named


@pytest.mark.parametrize("text", ["", "ありがとう", "3時間待った", "毎朝走る", "夜9時", "just an hour", "every Monday"])
def test_lengths_habits_and_bare_clock_times_say_nothing_about_when(text: str) -> None:
    assert about_time(text, now=moment.parse("2024-05-15T20:00", tz=TOKYO), tz=TOKYO) is None


def test_years_are_those_a_stretch_touches() -> None:
    about = about_time("2018年の冬", now=moment.parse("2024-05-15", tz=TOKYO), tz=TOKYO)

    assert about is not None
    assert (about.year_start, about.year_end, about.life_stage) == (2018, 2019, LifeStage.UNKNOWN)


@pytest.mark.parametrize("birth_year", [-5, 0, 1700, 2024, 9999])
def test_a_year_of_birth_that_cannot_be_is_not_believed(birth_year: int) -> None:
    about = about_time("高3の夏", now=moment.parse("2024-05-15", tz=TOKYO), tz=TOKYO, birth_year=birth_year)

    assert about is not None
    assert (about.start, about.life_stage) == (None, LifeStage.HIGH)


def test_english_inside_japanese_is_read_too() -> None:
    found = expressions("Haru, see you next spring って書いた", now=moment.parse("2024-05-15", tz=TOKYO), tz=TOKYO)

    assert [each.text for each in found] == ["next spring"]


@pytest.mark.parametrize(
    ("text", "start"), [("10月に何をした？", "2023-10-01"), ("what happened in October?", "2023-10-01")]
)
def test_a_question_about_what_was_looks_to_the_past(text: str, start: str) -> None:
    [found] = expressions(text, now=moment.parse("2024-08-20", tz=TOKYO), tz=TOKYO, looking=Toward.PAST)

    assert found.start is not None
    assert moment.day(found.start, tz=TOKYO).isoformat() == start


@pytest.mark.parametrize("text", ["1日3杯飲む", "1日何回？", "何日前に出した？", "thinking about it"])
def test_a_day_as_a_measure_is_no_date(text: str) -> None:
    assert about_time(text, now=moment.parse("2024-08-20", tz=TOKYO), tz=TOKYO) is None
