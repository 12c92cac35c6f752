"""By when an errand is due: the time that belongs to it, and the day that it names."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.understanding.beliefs.dues import Speaking, due_for
from omoide.domain.understanding.judging.frames import around

LONDON = ZoneInfo("Europe/London")
WEDNESDAY = "2025-02-12T15:00"

ENGLISH = [
    ("I need to call the bank by Friday.", "call the bank", "02-14"),
    ("I have to send it before the end of the month.", "send it", "02-28"),
    ("Sam flies on Thursday, so I must pack by tomorrow night.", "pack", "02-13"),
    ("The party is on Saturday but the cake is due Friday.", "the cake", "02-14"),
    ("Mum comes Saturday. I must ring the plumber on Monday.", "ring the plumber", "02-17"),
    ("I must ring him this evening.", "ring him", "02-12"),
    ("boxing 7pm, do not let me skip", "boxing", "02-12"),
    ("boxing at 7, do not let me skip", "boxing", "02-12"),
    ("I shall send it in the morning", "send it", "02-13"),
    ("I must call at 9am", "call", "02-13"),
    ("Remind me to ring in an hour", "ring", "02-12"),
    ("I must finish before midnight", "finish", "02-12"),
    ("I have to hand it in within three days", "hand it in", "02-15"),
    ("In December I must be there for the baptism, which is the 27, I hear", "be there", "12-31"),
    ("Dinner with her a week on Sunday", "Dinner with her", "02-23"),
    ("The MOT is booked for the twenty-second.", "The MOT", "02-22"),
    ("They moved the dentist to the third", "the dentist", "03-03"),
    ("I must ask for the third in the row", "ask for", None),
    ("I have to leave it for the second time", "leave it", None),
    ("I need to rest", "rest", None),
    ("I have to practise every Monday", "practise", None),
]
JAPANESE = [
    ("金曜の分は今日中に頼まないと", "頼まないと", "02-12"),
    ("氷屋に電話しないと！金曜の分は今日中に言わないと届かない", "電話", "02-12"),
    ("土曜は祭り、月曜に電話しないと", "電話しないと", "02-17"),
    ("母が金曜に来る。水道屋は明日呼ぶ", "水道屋", "02-13"),
    ("今夜言う", "言う", "02-12"),
    ("18時に歯医者", "歯医者", "02-12"),
    ("朝イチで電話しないと", "電話しないと", "02-13"),
    ("3日以内に返事しないと", "返事", "02-15"),
    ("いまから電話する", "電話する", "02-12"),
    ("週明けまでに書類を出す", "書類を出す", "02-17"),
    ("七月二十六、二十七日の研修に申し込んだ", "研修", "07-26"),
    ("お盆、15日の湯は行く", "湯", "08-15"),
    ("休まないと", "休まないと", None),
]


def due(said: str, what: str, *, when: str = "", at: str = WEDNESDAY, language: Language) -> str | None:
    first = said.index(what)
    near = around(said, (first, first + len(what)))
    now = moment.parse(at, tz=LONDON)
    found = due_for(
        said,
        (first, first + len(what)),
        when=when,
        parts=(near.clause_at, near.sentence_at, (0, len(said))),
        speaking=Speaking(now, LONDON, language),
    )
    return None if found is None else moment.iso(found, tz=LONDON)[5:10]


@pytest.mark.parametrize(("said", "what", "day"), ENGLISH)
def test_an_english_errand_is_due_by_the_time_that_belongs_to_it(said: str, what: str, day: str | None) -> None:
    assert due(said, what, language=Language.EN) == day


@pytest.mark.parametrize(("said", "what", "day"), JAPANESE)
def test_a_japanese_errand_is_due_by_the_time_that_belongs_to_it(said: str, what: str, day: str | None) -> None:
    assert due(said, what, language=Language.JA) == day


def test_its_own_time_words_go_before_every_other_time() -> None:
    said = "By Friday the rent, and on Monday the dentist"
    assert due(said, "rent", when="Monday", language=Language.EN) == "02-17"
    assert due("baptism, which is the 27, in December", "baptism", when="the 27", language=Language.EN) == "02-27"
    assert (
        due("In December the baptism, which is the 27, in a church", "baptism", when="the 27", language=Language.EN)
        == "12-27"
    )


def test_a_time_of_day_gives_way_to_a_day_that_is_named_beside() -> None:
    said = "Sunday from Leeds. I must take her to the shift first, 5 in the morning."
    assert due(said, "take her", when="5 in the morning", language=Language.EN) == "02-16"


def test_in_the_small_hours_the_morning_is_that_of_the_same_day() -> None:
    assert due("I shall send it in the morning", "send it", at="2025-02-12T00:30", language=Language.EN) == "02-12"


@given(
    now=st.integers(min_value=1_600_000_000, max_value=1_900_000_000),
    words=st.sampled_from(
        [
            "by Friday",
            "at 7",
            "7pm",
            "in the morning",
            "tonight",
            "before midnight",
            "a week on Sunday",
            "by end of day",
            "within two weeks",
        ]
    ),
)
def test_what_is_to_be_done_is_never_due_before_it_is_said(now: int, words: str) -> None:
    said = f"I need to call the bank {words}."
    found = due_for(
        said, (10, 23), when=words, parts=((0, len(said)),), speaking=Speaking(Moment(now), LONDON, Language.EN)
    )
    assert found is None or now <= found <= now + 30 * DAY_SECONDS
    assert found is not None or words == "tonight"
