"""Days to come, as people name them."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from omoide.domain.time import appointment, moment

TOKYO = ZoneInfo("Asia/Tokyo")
SAID = moment.parse("2026-11-15T22:00:00", tz=TOKYO)
"""A Sunday."""


def last_day(text: str) -> date | None:
    until = appointment.kept_until(text, said_at=SAID, tz=TOKYO)
    return None if until is None else moment.day(until, tz=TOKYO) - timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("明日は歯医者", "2026-11-16"),
        ("明後日の会議", "2026-11-17"),
        ("3日後に締め切り", "2026-11-18"),
        ("二週間後に引っ越す", "2026-11-29"),
        ("来週の金曜に飲み会", "2026-11-20"),
        ("今度の土曜、映画に行こう", "2026-11-21"),
        ("12月24日に予約した", "2026-12-24"),
        ("1月10日に面接がある", "2027-01-10"),
        ("2026年12月1日が締切", "2026-12-01"),
        ("12/24に会おう", "2026-12-24"),
        ("20日の健康診断", "2026-11-20"),
        ("来月の5日に発表", "2026-12-05"),
        ("来月旅行に行く", "2026-12-31"),
        ("来年の3月に卒業", "2027-03-31"),
        ("the dentist is tomorrow", "2026-11-16"),
        ("Let's meet next Friday", "2026-11-20"),
        ("The deadline is December 24", "2026-12-24"),
        ("the exam is on 3 Feb 2027", "2027-02-03"),
        ("in 2 weeks I move", "2026-11-29"),
        ("due 2026-12-01", "2026-12-01"),
        ("明日と、来月の2日に病院", "2026-12-02"),
        ("明々後日に届く", "2026-11-18"),
        ("今月中に出さないと", "2026-11-30"),
        ("by Friday I must pay", "2026-11-20"),
        ("クリスマスに会う予定", "2026-12-25"),
        ("we will go there at Christmas", "2026-12-25"),
        ("see you this Wednesday", "2026-11-18"),
        ("the visit is on May 3, 2027", "2027-05-03"),
        ("the exam is may 5", "2027-05-05"),
        ("今日の夜中に電話する", "2026-11-16"),
        ("within two weeks", "2026-11-28"),
    ],
)
def test_a_day_ahead_is_found(text: str, expected: str) -> None:
    assert last_day(text) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    "text",
    [
        "11月3日に行った",
        "昨日は楽しかった",
        "3日前に会った",
        "10日間の旅行だった",
        "そのうち行こう",
        "その1/2は終わった",
        "it was on March 3, 2020",
        "99月99日に",
        "3026年1月1日",
        "this friend of mine",
        "this wedding was lovely",
        "this sunny place",
        "this money is gone",
        "this sun is too hot",
        "it may 5 be",
        "12 marbles",
        "they march 5 miles a day",
        "the 12 may not come",
        "I love Christmas",
        "クリスマスが好き",
        "5月生まれの妹",
        "this year has been hard",
        "今年は楽しかった",
        "この前の翌日は寝てた",
        "late 90s",
        "さっき会った",
        "昨日の夜中に起きた",
        "every Friday I swim",
        "it took 3 months",
        "this Friday was hard",
        "we haven't talked in a few days",
        "I saw it the next morning",
        "",
    ],
)
def test_what_has_passed_or_names_no_day_keeps_nothing(text: str) -> None:
    assert last_day(text) is None
