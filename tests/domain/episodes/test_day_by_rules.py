"""A day told without a model: honest, in the first person, every sentence resting on the turns it names."""

import re
import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.episodes.by_rules import day as by_rules
from omoide.domain.episodes.episode import joined
from omoide.domain.episodes.telling import DAY_LENGTH, DayTurn, TellingLine
from omoide.domain.text.language import Language

DAY = date(2026, 1, 15)
QUOTE = re.compile(r"[「“]([^「」“”]+)[」”]")
_GAP = re.compile(r"…|。|(?<=[.!?！？])\s")


def plain(text: str) -> str:
    """Return a text without what quoting may change: marks of quotation, blanks, full stops."""
    folded = unicodedata.normalize("NFKC", text)
    return re.sub(r"[\s「」『』“”‘’\"'。.…]", "", folded)


def unfounded(line: TellingLine, turns: list[DayTurn]) -> list[str]:
    """Return the quoted pieces of a line that no turn it names says."""
    said = [plain(f"{turns[number - 1].user}\n{turns[number - 1].assistant}") for number in line.rests_on]
    pieces = [piece for quote in QUOTE.findall(line.text) for piece in _GAP.split(quote) if plain(piece)]
    return [piece for piece in pieces if not any(plain(piece) in each for each in said)]


MOVING = [
    DayTurn("08:05", "おはよう", "おはよう。よく眠れた？", 0.1, 5),
    DayTurn("08:07", "うん。今日は健太の手術の日なんだ。9時からだって", "そばにいるよ。", 0.7, 80, is_star=True),
    DayTurn("13:40", "終わった！成功だって！泣いちゃった", "よかった……本当によかった。", 0.85, 95, is_star=True),
    DayTurn("13:45", "お昼はカレーにした", "いいね。", 0.2, 15),
    DayTurn("21:10", "明日の持ち物を教えて", "保険証と着替えだよ。", 0.2, 20),
]


def test_what_mattered_most_is_told_first_and_with_what_i_said() -> None:
    text = joined(line.text for line in by_rules.tell(DAY, MOVING, language=Language.JA))
    assert text.startswith("1月15日（木）、5回ことばを交わした。いちばん心に残っているのは、「終わった！")
    assert "私は「よかった……本当によかった」と答えた" in text
    assert "健太の手術" in text
    assert "そばにいるよ" in text


def test_the_rest_is_one_line_and_a_question_is_told_as_one() -> None:
    told = by_rules.tell(DAY, MOVING, language=Language.JA)
    assert "と尋ねられた" in joined(line.text for line in told)
    assert told[-1].text.startswith("ほかに、")
    assert told[-1].rests_on == (1,)


def test_times_of_day_are_told_where_a_sitting_begins() -> None:
    text = joined(line.text for line in by_rules.tell(DAY, MOVING, language=Language.JA))
    assert "朝、" in text
    assert "夜、" in text


def test_the_same_day_in_english_is_in_the_first_person_too() -> None:
    turns = [
        DayTurn("08:05", "Morning.", "Good morning.", 0.1, 5),
        DayTurn("09:00", "Ken's operation is today. It starts at nine.", "I am with you.", 0.7, 80, is_star=True),
        DayTurn("13:40", "It's over! It went well!", "I am so glad.", 0.85, 95, is_star=True),
        DayTurn("21:00", "What should I bring tomorrow?", "The insurance card.", 0.2, 20),
    ]
    text = joined(line.text for line in by_rules.tell(DAY, turns, language=Language.EN))
    assert text.startswith("Thursday, 15 January: we spoke 4 times. What stays with me most is hearing “It's over!")
    assert "I was asked “What should I bring tomorrow?”" in text or "was asked “What should I bring" in text
    assert "I answered “I am so glad”" in text


def test_english_quotations_end_where_a_sentence_does() -> None:
    turns = [
        DayTurn("20:00", "I let the St. Louis museum talk me into a lecture on the seventh.", "Which one?", 0.5, 60),
        DayTurn(
            "20:05", "Mrs. Stokoe fell on the stairs this morning, and I had to carry her down.", "Oh no!", 0.4, 40
        ),
        DayTurn(
            "23:30", "It was quiet. I read. I slept a little. Then the bell rang again at four o'clock.", "", 0.1, 10
        ),
    ]
    text = joined(line.text for line in by_rules.tell(DAY, turns, language=Language.EN))
    assert "“I let the St. Louis museum" in text
    assert "“Mrs. Stokoe fell" in text
    assert "I answered “Which one?” In the evening, " in text
    assert "?”." not in text
    assert "!”." not in text
    assert "Again in the evening, " in text


@pytest.mark.parametrize("language", list(Language))
def test_every_sentence_rests_on_turns_that_say_what_it_quotes(language: Language) -> None:
    for line in by_rules.tell(DAY, MOVING, language=language):
        assert line.rests_on
        assert unfounded(line, MOVING) == []


def test_a_long_day_is_told_within_the_bounds_and_its_stars_are_in_it() -> None:
    for language, sentence in (
        (Language.JA, "港の工場で{}番の機械を直した話をした。"),
        (Language.EN, "We mended machine {} at the harbour works. "),
    ):
        turns = [
            DayTurn(
                f"{8 + number // 6:02}:{number % 6}0",
                sentence.format(number) * 6,
                sentence.format(number + 500),
                0.7 if number % 9 == 0 else 0.2,
                number % 50,
                is_star=number % 9 == 0,
            )
            for number in range(60)
        ]
        told = by_rules.tell(DAY, turns, language=language)
        text = joined(line.text for line in told)
        assert DAY_LENGTH.least <= len(text) <= DAY_LENGTH.longest
        for number in range(0, 60, 9):
            assert sentence.format(number).strip().rstrip("。.") in text
        assert len(text) < sum(len(turn.user) + len(turn.assistant) for turn in turns) / 5


def test_a_day_of_a_thousand_turns_is_told_in_the_same_length_and_the_stars_first() -> None:
    said = "工場の{}番の機械の話をした。とても長い一日だった。"
    turns = [
        DayTurn(
            f"{number // 60:02}:{number % 60:02}",
            said.format(number),
            "うん。",
            0.3,
            number % 97,
            is_star=number == 700,
        )
        for number in range(1_000)
    ]
    told = by_rules.tell(DAY, turns, language=Language.JA)
    assert DAY_LENGTH.least <= len(joined(line.text for line in told)) <= DAY_LENGTH.longest
    assert told[1].rests_on == (701,)
    assert {number for line in told for number in line.rests_on} == set(range(1, 1_001))


words = st.text(st.sampled_from("昨日は猫とTokyoへ行き、3回\n「」。！？? 楽しかった.a b"), max_size=80)
turns = st.lists(
    st.builds(
        DayTurn,
        at=st.sampled_from(["00:10", "07:00", "07:20", "13:00", "23:59"]),
        user=words,
        assistant=words,
        arousal=st.none() | st.floats(0, 1),
        intensity=st.integers(0, 100),
        is_star=st.booleans(),
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=200, deadline=None)
@given(turns, st.sampled_from(Language))
def test_whatever_was_said_nothing_is_invented_and_nothing_too_long(said: list[DayTurn], language: Language) -> None:
    told = by_rules.tell(DAY, said, language=language)
    assert len(joined(line.text for line in told)) <= DAY_LENGTH.longest
    for line in told:
        assert line.rests_on
        assert all(1 <= number <= len(said) for number in line.rests_on)
        assert unfounded(line, said) == []
