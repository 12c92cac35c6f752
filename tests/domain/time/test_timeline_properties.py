"""What holds for any text, any moment and any zone."""

import re
import time
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline import about_time, expressions

_SAID = (
    "今日 明日 昨日 2018年 9999年 0年 13月 2月 29日 31日 99日 先週 の 金曜 から まで 前 後 以降 午後 25時 3時 半 99分 "
    "999年前 900年後 小4 の冬 高3 120歳のとき 毎週 年末 上旬 第9 最後の週 月曜 99世紀 1990年代 平成99年 令和元年 過去 "
    "2世紀 より前 before the 2nd century after 以前 "
    "999か月 〇〇〇〇年 お盆 春に 2/29 02/30/2019 99/99 12:60 24:00 next last May 3rd 31st Feb 9999 to until from "
    "between and 99th century week of 53 q4 h3 5000 years ago 999 months two thousand nineteen ninety six when I was 12 "
    "in college senior year noon at 7 pm tonight every monday half an hour twenty one the end of early easter "
    "0001-01-01 9999-12-31 20181399 '99 90s ， （ ） 。 １２ 月 日 年 - ~ / : ."
)
WORDS = tuple(re.split(r" ", _SAID))
sentences = st.lists(st.sampled_from(WORDS), max_size=9).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda gap: gap.join(words))
)
moments = st.one_of(
    st.integers(min_value=moment.EARLIEST, max_value=moment.LATEST), st.integers(min_value=0, max_value=2_000_000_000)
).map(Moment)
zones = st.sampled_from(
    ["Asia/Tokyo", "UTC", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/London"]
).map(ZoneInfo)
births = st.one_of(st.none(), st.integers(min_value=-10, max_value=10_000))
languages = st.one_of(st.none(), st.sampled_from(Language))


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(sentences, st.text(max_size=120)), now=moments, tz=zones, birth_year=births, language=languages)
def test_no_text_is_refused_and_no_stretch_runs_backwards(
    text: str, now: Moment, tz: ZoneInfo, birth_year: int | None, language: Language | None
) -> None:
    found = expressions(text, now=now, tz=tz, birth_year=birth_year, language=language)
    about = about_time(text, now=now, tz=tz, birth_year=birth_year, language=language)

    for each in found:
        assert text[each.at : each.to] == each.text != ""
        assert each.start is None or each.end is None or each.start <= each.end
        assert 0 <= each.confidence <= 1
    assert all(left.to <= right.at for left, right in pairwise(found))
    if about is not None:
        assert (about.start is None) == (about.end is None) == (about.year_start is None) == (about.year_end is None)
        assert about.start is None or about.end is None or about.start < about.end
        assert about.year_start is None or about.year_end is None or about.year_start <= about.year_end


@settings(max_examples=60, deadline=None)
@given(day=st.integers(1, 28), month=st.integers(1, 12), year=st.integers(1900, 2100))
def test_digits_of_any_width_and_kanji_numerals_name_the_same_day(day: int, month: int, year: int) -> None:
    plain = f"{year}年{month}月{day}日"
    wide = plain.translate({ord(digit): ord(digit) - ord("0") + ord("０") for digit in "0123456789"})
    kanji = f"{''.join('〇一二三四五六七八九'[int(digit)] for digit in str(year))}年{_kanji(month)}月{_kanji(day)}日"

    named = {_day(text) for text in (plain, wide, kanji, f"{year}-{month:02}-{day:02}", f"{year}/{month}/{day}")}

    assert named == {f"{year}-{month:02}-{day:02}"}


def _kanji(number: int) -> str:
    digits = "〇一二三四五六七八九"
    tens, ones = divmod(number, 10)
    return ("" if tens == 0 else "十" if tens == 1 else digits[tens] + "十") + (digits[ones] if ones else "")


def _day(text: str) -> str:
    tz = ZoneInfo("Asia/Tokyo")
    [found] = expressions(text, now=moment.parse("2024-05-15", tz=tz), tz=tz)
    assert found.start is not None
    return moment.day(found.start, tz=tz).isoformat()


@settings(max_examples=60, deadline=None)
@given(year=st.integers(1868, 2100))
def test_an_era_year_names_the_western_year(year: int) -> None:
    era, first = next(
        (e, f) for e, f in (("令和", 2019), ("平成", 1989), ("昭和", 1926), ("大正", 1912), ("明治", 1868)) if year >= f
    )

    assert _day(f"{era}{year - first + 1}年") == f"{year}-01-01"
    assert _day(f"{era}元年") == f"{first}-01-01"


@pytest.mark.parametrize(
    "unit",
    [
        "昨日は2018年5月3日から雨が降って、友だちと駅前でずっと話していた。",
        "Yesterday we talked for hours until 3 pm about nothing. ",
    ],
)
def test_the_work_grows_no_faster_than_the_text(unit: str) -> None:
    now, tz = Moment(1_715_000_000), ZoneInfo("Asia/Tokyo")

    def spent_s(size: int) -> float:
        text = unit * (size // len(unit))
        began = time.process_time()
        expressions(text, now=now, tz=tz)
        return time.process_time() - began

    def at_best_s(size: int) -> float:  # others on the machine can only make it slower
        return min(spent_s(size) for _ in range(3))

    spent_s(2_000)
    assert at_best_s(160_000) < 40 * max(at_best_s(10_000), 0.01)


@pytest.mark.slow
def test_a_text_of_a_megabyte_is_read_for_its_time() -> None:
    text = "あ" * 500_000 + " no time here " * 30_000

    assert about_time("昨日" + text, now=Moment(1_715_000_000), tz=ZoneInfo("UTC")) is not None
    assert expressions(text, now=Moment(1_715_000_000), tz=ZoneInfo("UTC")) == []


def test_the_same_words_mean_another_day_when_they_are_said_another_day() -> None:
    tz = ZoneInfo("Asia/Tokyo")
    first, later = Moment(1_767_614_400), Moment(1_767_614_400 + 3 * moment.DAY_SECONDS)
    found = [expressions("明日、歯医者", now=now, tz=tz)[0].start for now in (first, later, first)]
    assert found[0] == found[2]
    assert (found[1] or 0) - (found[0] or 0) == 3 * moment.DAY_SECONDS
