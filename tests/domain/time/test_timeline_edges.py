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


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("昨日の夜中に目が覚めた", "2024-05-15T00:00", "2024-05-15T04:00"),
        ("昨日の深夜2時に起きた", "2024-05-15T02:00", "2024-05-15T02:00"),
        ("昨日の夜1時まで起きてた", None, "2024-05-15T01:00"),
        ("昨夜1時に寝た", "2024-05-15T01:00", "2024-05-15T01:00"),
        ("金曜の深夜に放送した", "2024-05-11T00:00", "2024-05-11T04:00"),
        ("昨日の未明に揺れた", "2024-05-14T00:00", "2024-05-14T04:00"),
        ("今日の夜中に目が覚めた", "2024-05-15T00:00", "2024-05-15T04:00"),
        ("今日の夜中に出発する予定", "2024-05-16T00:00", "2024-05-16T04:00"),
    ],
)
def test_the_small_hours_are_counted_to_the_day_that_ends(text: str, start: str | None, end: str) -> None:
    """夜中 and 深夜 of a day are the night after it, as people speak; 未明 belongs to the day that begins."""
    [found] = expressions(text, now=moment.parse("2024-05-15T12:10", tz=TOKYO), tz=TOKYO)

    assert (found.start, found.end) == (start and moment.parse(start, tz=TOKYO), moment.parse(end, tz=TOKYO))


@pytest.mark.parametrize("text", ["さっき会った", "先ほどの件", "a moment ago", "just now", "a little while ago"])
def test_moments_ago_are_the_last_hours(text: str) -> None:
    now = moment.parse("2024-05-15T20:10", tz=TOKYO)
    [found] = expressions(text, now=now, tz=TOKYO)

    assert (found.start, found.end) == (now - 3 * 3600, now)


def test_another_time_tells_more_than_moments_ago() -> None:
    assert _days("さっき先週の写真を見た", "2024-05-15T20:10") == ("2024-05-06", "2024-05-12")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the late 90s", ("1995-01-01", "1999-12-31")),
        ("early 90s", ("1990-01-01", "1994-12-31")),
        ("in the mid-1980s", ("1983-01-01", "1986-12-31")),
        ("90年代後半", ("1995-01-01", "1999-12-31")),
        ("1980年代末", ("1987-01-01", "1989-12-31")),
        ("late 2019", ("2019-09-01", "2019-12-31")),
    ],
)
def test_a_part_of_a_decade_is_years(text: str, days: tuple[str, str]) -> None:
    assert _days(text, "2024-05-15") == days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("03.04.2022", "2022-04-03"),
        ("on 23.4.2022", "2022-04-23"),
        ("04/03/2022", "2022-04-03"),
        ("meet me may 5", "2024-05-05"),
        ("on 12 may", "2024-05-12"),
        ("the 5th of march was cold", "2024-03-05"),
        ("the Sunday before May 3, 2023", "2023-04-30"),
        ("the Friday after May 3, 2023", "2023-05-05"),
        ("two weeks before May 17, 2023", "2023-05-03"),
        ("on 3/4 we left", "2024-03-04"),
        ("see you this sun", "2024-05-19"),
    ],
)
def test_a_date_is_read_by_how_it_is_written(text: str, day: str) -> None:
    assert _days(text, "2024-05-15") == (day, day)


@pytest.mark.parametrize("day", ["Saturday, May 6, 2023", "Sunday, May 7, 2023", "Wednesday, May 3, 2023"])
def test_the_weekend_before_a_day_never_holds_it(day: str) -> None:
    assert _days(f"the weekend before {day}", "2024-05-15") == ("2023-04-29", "2023-04-30")


@pytest.mark.parametrize(
    "text",
    ["it may 5 be", "they march 5 miles", "the 12 may not come", "12 marbles", "this sun is hot", "we wed young",
     "1/2 of it", "その1/2は終わった", "this friend", "this wedding", "this money"],
)  # fmt: skip
def test_a_word_that_only_looks_like_a_date_is_none(text: str) -> None:
    assert expressions(text, now=moment.parse("2024-05-15", tz=TOKYO), tz=TOKYO) == []


@pytest.mark.parametrize(
    ("text", "recurs"),
    [
        ("tomorrow", None),
        ("5月3日", Toward.NEAREST),
        ("金曜に出す予定", Toward.FUTURE),
        ("on Friday we met", Toward.PAST),
    ],
)
def test_what_recurs_tells_which_way_its_sentence_looks(text: str, recurs: Toward | None) -> None:
    [found] = expressions(text, now=moment.parse("2024-05-15", tz=TOKYO), tz=TOKYO)

    assert found.recurs is recurs
