"""Golden tables of what people say about time, in Japanese and English."""

from zoneinfo import ZoneInfo

import pytest

from omoide.domain.time import moment
from omoide.domain.time.timeline import Kind, LifeStage, about_time, expressions

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = "2024-05-15T20:10"
"""A Wednesday."""

JAPANESE = [
    ("昨日は雨だった", "昨日", "2024-05-14", "2024-05-15"),
    ("おとといの夜に帰った", "おとといの夜", "2024-05-13T20:00", "2024-05-14"),
    ("明後日が締め切り", "明後日", "2024-05-17", "2024-05-18"),
    ("先週の金曜に飲んだ", "先週の金曜", "2024-05-10", "2024-05-11"),
    ("来週の火曜日に会う", "来週の火曜日", "2024-05-21", "2024-05-22"),
    ("今度の土曜に行く", "今度の土曜", "2024-05-18", "2024-05-19"),
    ("この前の日曜は寝ていた", "この前の日曜", "2024-05-12", "2024-05-13"),
    ("木曜に届いた", "木曜", "2024-05-09", "2024-05-10"),
    ("先々週は忙しかった", "先々週", "2024-04-29", "2024-05-06"),
    ("今週末は海", "今週末", "2024-05-18", "2024-05-20"),
    ("先月末に転んだ", "先月末", "2024-04-24", "2024-05-01"),
    ("来月の頭に返す", "来月の頭", "2024-06-01", "2024-06-08"),
    ("7月中旬に引っ越す", "7月中旬", "2024-07-11", "2024-07-21"),
    ("8月下旬の予定", "8月下旬", "2024-08-21", "2024-09-01"),
    ("去年の11月から始めた", "去年の11月から", "2023-11-01", None),
    ("2018年の春に卒業した", "2018年の春", "2018-03-01", "2018-06-01"),
    ("去年の夏は暑かった", "去年の夏", "2023-06-01", "2023-09-01"),
    ("2018年ごろだと思う", "2018年ごろ", "2018-01-01", "2019-01-01"),
    ("一昨年に買った", "一昨年", "2022-01-01", "2023-01-01"),
    ("1980年代の曲", "1980年代", "1980-01-01", "1990-01-01"),
    ("令和元年に生まれた", "令和元年", "2019-01-01", "2020-01-01"),
    ("平成三十年十月に建った", "平成三十年十月", "2018-10-01", "2018-11-01"),
    ("昭和５５年の写真", "昭和５５年", "1980-01-01", "1981-01-01"),
    ("２０２３年１２月３日に会った", "２０２３年１２月３日", "2023-12-03", "2023-12-04"),
    ("二〇二三年十二月三日", "二〇二三年十二月三日", "2023-12-03", "2023-12-04"),
    ("3月9日に退院した", "3月9日", "2024-03-09", "2024-03-10"),
    ("20日の月曜に予約した", "20日の月曜", "2024-05-20", "2024-05-21"),
    ("3年前に越してきた", "3年前", "2021-05-15", "2021-05-16"),
    ("二週間後に手術", "二週間後", "2024-05-29", "2024-05-30"),
    ("ここ3日間ずっと頭が痛い", "ここ3日間", "2024-05-12", "2024-05-15"),
    ("5月20日から24日まで出張", "5月20日から24日まで", "2024-05-20", "2024-05-25"),
    ("10月から来年の2月まで留学する", "10月から来年の2月まで", "2024-10-01", "2025-03-01"),
    ("6月末までに出す", "6月末までに", None, "2024-07-01"),
    ("昨日の午後3時半に電話した", "昨日の午後3時半", "2024-05-14T15:30", "2024-05-14T15:30"),
    ("今朝7時に起きた", "今朝7時", "2024-05-15T07:00", "2024-05-15T07:00"),
    ("昨夜は眠れなかった", "昨夜", "2024-05-14T20:00", "2024-05-15"),
    ("6月の第2日曜日に集まる", "6月の第2日曜日", "2024-06-09", "2024-06-10"),
    ("お盆に帰る", "お盆", "2024-08-13", "2024-08-17"),
    ("去年のクリスマスは一人", "去年のクリスマス", "2023-12-25", "2023-12-26"),
    ("来年の今ごろ", "来年の今ごろ", "2025-05-01", "2025-06-01"),
    ("明日から2日後に着く", "明日から2日後", "2024-05-18", "2024-05-19"),
    ("2024/3/1に提出", "2024/3/1", "2024-03-01", "2024-03-02"),
    ("けふは句会", "けふ", "2024-05-15", "2024-05-16"),
    ("あすの朝に出る", "あすの朝", "2024-05-16T08:00", "2024-05-16T12:00"),
    ("週明けに返事する", "週明け", "2024-05-20", "2024-05-21"),
    ("月明けに払う", "月明け", "2024-06-01", "2024-06-02"),
    ("年明けに引っ越す", "年明け", "2025-01-01", "2025-01-08"),
    ("お盆明けに連絡する", "お盆明け", "2024-08-17", "2024-08-18"),
    ("盆までに直す", "盆までに", None, "2024-08-17"),
    ("年内に終わらせる", "年内", "2024-05-15", "2025-01-01"),
    ("年度末に異動", "年度末", "2025-03-01", "2025-04-01"),
    ("来年度末の計画", "来年度末", "2026-03-01", "2026-04-01"),
    ("来週頭に送る", "来週頭", "2024-05-20", "2024-05-23"),
    ("第三金曜は集まり", "第三金曜", "2024-05-17", "2024-05-18"),
    ("七月二十六、二十七日は研修", "七月二十六、二十七日", "2024-07-26", "2024-07-28"),
    ("いまから電話する", "いまから", "2024-05-15T20:10", "2024-05-16"),
]

ENGLISH = [
    ("I need to send it by Friday", "by Friday", None, "2024-05-18"),
    ("ring her Thursday, first thing", "Thursday", "2024-05-16", "2024-05-17"),
    ("Friday the 31st.", "Friday the 31st", "2024-05-31", "2024-06-01"),
    ("see you Sunday week", "Sunday week", "2024-05-26", "2024-05-27"),
    ("it is a week on Friday", "a week on Friday", "2024-05-24", "2024-05-25"),
    ("due two weeks today", "two weeks today", "2024-05-29", "2024-05-30"),
    ("a fortnight tomorrow", "a fortnight tomorrow", "2024-05-30", "2024-05-31"),
    ("two weeks from Friday", "two weeks from Friday", "2024-05-31", "2024-06-01"),
    ("the Friday after next", "the Friday after next", "2024-05-31", "2024-06-01"),
    ("the weekend after next", "the weekend after next", "2024-06-01", "2024-06-03"),
    ("before the end of this month", "before the end of this month", None, "2024-06-01"),
    ("by month end", "by month end", None, "2024-06-01"),
    ("done by end of day tomorrow", "by end of day tomorrow", None, "2024-05-17"),
    ("it comes off on the 20, at last", "20", "2024-05-20", "2024-05-21"),
    ("the first of the month", "the first of the month", "2024-05-01", "2024-05-02"),
    ("ring me tomoz", "tomoz", "2024-05-16", "2024-05-17"),
    ("I saw him yesterday", "yesterday", "2024-05-14", "2024-05-15"),
    ("we leave the day after tomorrow", "the day after tomorrow", "2024-05-17", "2024-05-18"),
    ("see you next Friday", "next Friday", "2024-05-24", "2024-05-25"),
    ("we met last Monday", "last Monday", "2024-05-13", "2024-05-14"),
    ("we met last Tuesday", "last Tuesday", "2024-05-07", "2024-05-08"),
    ("it broke on Thursday", "Thursday", "2024-05-09", "2024-05-10"),
    ("Tuesday of next week works", "Tuesday of next week", "2024-05-21", "2024-05-22"),
    ("we moved last month", "last month", "2024-04-01", "2024-05-01"),
    ("I quit last spring", "last spring", "2023-03-01", "2023-06-01"),
    ("she comes next April", "next April", "2025-04-01", "2025-05-01"),
    ("on March 9th I fell", "March 9th", "2024-03-09", "2024-03-10"),
    ("born on the 4th of July, 1995", "the 4th of July, 1995", "1995-07-04", "1995-07-05"),
    ("December 31, 1999 was fun", "December 31, 1999", "1999-12-31", "2000-01-01"),
    ("in June of 1992", "June of 1992", "1992-06-01", "1992-07-01"),
    ("back in 2018", "2018", "2018-01-01", "2019-01-01"),
    ("around 2018 we met", "around 2018", "2018-01-01", "2019-01-01"),
    ("from 2014 to 2018", "from 2014 to 2018", "2014-01-01", "2019-01-01"),
    ("between May 20 and June 3", "between May 20 and June 3", "2024-05-20", "2024-06-04"),
    ("from May to Oct 2020", "from May to Oct 2020", "2020-05-01", "2020-11-01"),
    ("April 9th through 17th", "April 9th through 17th", "2024-04-09", "2024-04-18"),
    ("since March I run", "since March", "2024-03-01", None),
    ("finish it by June 30", "by June 30", None, "2024-07-01"),
    ("after 2018 all changed", "after 2018", "2019-01-01", None),
    ("before 2010 it was calm", "before 2010", None, "2010-01-01"),
    ("two weeks ago", "two weeks ago", "2024-05-01", "2024-05-02"),
    ("in three days", "in three days", "2024-05-18", "2024-05-19"),
    ("the last three months were hard", "the last three months", "2024-02-15", "2024-05-15"),
    ("the last week of June", "the last week of June", "2024-06-24", "2024-07-01"),
    ("the first Monday of next month", "the first Monday of next month", "2024-06-03", "2024-06-04"),
    ("the week of July 10th", "the week of July 10th", "2024-07-08", "2024-07-15"),
    ("Q3 2019 was good", "Q3 2019", "2019-07-01", "2019-10-01"),
    ("the nineties", "the nineties", "1990-01-01", "2000-01-01"),
    ("the 15th century", "the 15th century", "1400-01-01", "1500-01-01"),
    ("tomorrow at 3pm", "tomorrow at 3pm", "2024-05-16T15:00", "2024-05-16T15:00"),
    ("last night at 8.", "last night at 8", "2024-05-14T20:00", "2024-05-14T20:00"),
    ("Easter 2018", "Easter 2018", "2018-04-01", "2018-04-02"),
    ("we will leave three weeks before Christmas", "three weeks before Christmas", "2024-12-04", "2024-12-05"),
    ("it will be done mid-November", "mid-November", "2024-11-10", "2024-11-21"),
    ("2021-02-03 it was", "2021-02-03", "2021-02-03", "2021-02-04"),
]


def _text(at: moment.Moment | None) -> str | None:
    shown = None if at is None else moment.iso_for_model(at, tz=TOKYO)
    return shown and shown.removesuffix(":00").removesuffix("T00:00")


@pytest.mark.parametrize(("text", "named", "start", "end"), [*JAPANESE, *ENGLISH])
def test_an_expression_names_its_time(text: str, named: str, start: str | None, end: str | None) -> None:
    found = expressions(text, now=moment.parse(NOW, tz=TOKYO), tz=TOKYO)

    assert (found[0].text, _text(found[0].start), _text(found[0].end)) == (named, start, end)
    assert text[found[0].at : found[0].to] == named


@pytest.mark.parametrize(
    "text",
    [
        "This may or may not be right.", "we march on", "call 123-45-6789", "the ratio is 8/1.5", "6.45 percent",
        "second thoughts",
        "we sat by the sun", "Cyberpunk 2077", "Good morning!", "There are 10 people", "十分に気をつけて", "一番好き", "大切な本",
        "中くらいの箱", "日本の月見そば", "電話は090-1234-5678", "それはどうかな", "",
    ],
)  # fmt: skip
def test_a_text_without_a_time_names_none(text: str) -> None:
    assert expressions(text, now=moment.parse(NOW, tz=TOKYO), tz=TOKYO) == []


@pytest.mark.parametrize(
    ("text", "kind", "seconds"),
    [
        ("3時間待った", Kind.DURATION, 10_800), ("1時間半かかる", Kind.DURATION, 5_400), ("3年半付き合った", Kind.DURATION, 110_376_000),
        ("数日間休む", Kind.DURATION, 259_200), ("for two hours and 30 minutes", Kind.DURATION, 9_000),
        ("for half an hour", Kind.DURATION, 1_800), ("for several weeks", Kind.DURATION, 1_814_400),
        ("毎週月曜に走る", Kind.SET, None), ("every other Friday", Kind.SET, None), ("毎朝7時に", Kind.SET, None),
        ("on Sundays", Kind.SET, None), ("夜9時半", Kind.TIME, None), ("half past seven", Kind.TIME, None),
        ("午後5時から6時まで", Kind.TIME_RANGE, None), ("from 3:30 to 5:55", Kind.TIME_RANGE, None),
        ("明日の3時から4時まで", Kind.DATETIME_RANGE, None),
    ],
)  # fmt: skip
def test_lengths_habits_and_clock_times_are_told_apart(text: str, kind: Kind, seconds: float | None) -> None:
    [found] = expressions(text, now=moment.parse(NOW, tz=TOKYO), tz=TOKYO)

    assert (found.kind, found.duration_s) == (kind, seconds)


STAGES = [
    ("小4の冬にハムスターが死んだ", LifeStage.ELEMENTARY, "2000-12-01", "2001-03-01"),
    ("中学2年のとき転校した", LifeStage.MIDDLE, "2004-04-01", "2005-04-01"),
    ("高3の夏に骨折した", LifeStage.HIGH, "2008-06-01", "2008-09-01"),
    ("大学時代はバイトばかり", LifeStage.UNIVERSITY, "2009-04-01", "2013-04-01"),
    ("社会人2年目に辞めた", LifeStage.WORK, "2014-04-01", "2015-04-01"),
    ("when I was in college", LifeStage.UNIVERSITY, "2008-09-01", "2012-09-01"),
    ("in 8th grade I moved", LifeStage.MIDDLE, "2003-09-01", "2004-09-01"),
    ("my senior year of high school", LifeStage.HIGH, "2007-09-01", "2008-09-01"),
]


@pytest.mark.parametrize(("text", "stage", "start", "end"), STAGES)
def test_a_stage_of_life_has_dates_when_the_year_of_birth_is_known(
    text: str, stage: LifeStage, start: str, end: str
) -> None:
    about = about_time(text, now=moment.parse(NOW, tz=TOKYO), tz=TOKYO, birth_year=1990)

    assert about is not None
    assert (about.life_stage, _text(about.start), _text(about.end)) == (stage, start, end)


@pytest.mark.parametrize(("text", "stage", "start", "end"), STAGES)
def test_a_stage_of_life_is_known_without_dates_when_it_is_not(
    text: str, stage: LifeStage, start: str, end: str
) -> None:
    about = about_time(text, now=moment.parse(NOW, tz=TOKYO), tz=TOKYO)

    assert about is not None
    assert (about.life_stage, about.start, about.year_start) == (stage, None, None)
