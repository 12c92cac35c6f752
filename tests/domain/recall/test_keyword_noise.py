"""Of the places that hold a keyword some of the newest and oldest are shown, by dice some between, and none that is noise."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.events.event import Event, EventId
from omoide.domain.recall.keywords import noise
from omoide.domain.recall.keywords.noise import TOOL_RULES, KeywordRules, SaidBlock, holds, is_said, kept, keywords
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

PROMPT_RULES = KeywordRules()
LONG = "田中さんと京都へ行った日の話をまた聞かせてほしいと言われたので話した。"


def turn(number: int, user: str = "", assistant: str | None = None) -> Event:
    return Event(EventId(number), Moment(number), user, assistant, "chat", "", "")


def place(number: int, text: str = "") -> SaidBlock:
    return SaidBlock(EventId(number), Moment(number), True, text or f"{number}回目: {LONG}")


def numbers(
    places: Sequence[SaidBlock], rules: KeywordRules = TOOL_RULES, drawn: Sequence[SaidBlock] = ()
) -> list[int]:
    return [int(each.event_id) for each in kept(places[::-1], places, drawn, rules=rules).blocks]


def test_a_tool_is_shown_two_of_the_newest_and_two_of_the_oldest_newest_first() -> None:
    many = [place(each) for each in range(1, 10)]
    assert numbers(many) == numbers(many, drawn=many) == [9, 8, 2, 1]
    assert numbers([place(1), place(2), place(3)]) == [3, 2, 1]
    assert numbers([]) == []


def test_a_prompt_is_shown_one_more_of_those_between_by_dice() -> None:
    many = [place(each) for each in range(1, 10)]
    assert numbers(many, PROMPT_RULES, drawn=[place(9), place(1), place(5), place(6)]) == [9, 8, 5, 2, 1]
    assert numbers(many[:4], PROMPT_RULES, drawn=many[:4]) == [4, 3, 2, 1]


def test_what_begins_alike_is_shown_once() -> None:
    head = "あ" * 200
    places = [place(1), place(2, head + "一"), place(3, head + "二"), place(4)]
    assert numbers(places) == [4, 3, 1]
    assert numbers([place(1, "あ" * 199 + "一"), place(2, "あ" * 199 + "二")]) == [2, 1]


def test_what_is_shorter_than_thirty_characters_is_passed_over_and_counted() -> None:
    places = [place(1, "あ" * 29), place(2, "い" * 30), place(3, "  " + "う" * 29 + "  ")]
    assert numbers(places) == [2]
    assert kept(places[::-1], places, places, rules=PROMPT_RULES).short == 2


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([LONG, "短い", "あ" * 40, "い" * 40, "う" * 40, "え" * 40]), max_size=12),
    st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.randoms(use_true_random=False),
)  # fmt: skip
def test_never_more_than_asked_for_none_twice_none_short_none_alike_and_as_many_as_there_are(
    texts: list[str], newest: int, oldest: int, middle: int, random: object
) -> None:
    places = [place(number, text) for number, text in enumerate(texts, 1)]
    drawn = list(places)
    random.shuffle(drawn)  # type: ignore[attr-defined]
    rules = KeywordRules(newest=newest, oldest=oldest, middle=middle)
    shown = kept(places[::-1], places, drawn, rules=rules).blocks
    assert len({each.event_id for each in shown}) == len({each.text[:200] for each in shown}) == len(shown)
    assert all(len(each.text) >= 30 for each in shown)
    assert [each.at for each in shown] == sorted((each.at for each in shown), reverse=True)
    assert len(shown) == min(newest + oldest + middle, len({text for text in texts if len(text) >= 30}))


def test_the_side_that_holds_the_keyword_is_the_place_and_both_where_it_takes_both() -> None:
    both = turn(1, "田中さんに会った", f"それは{LONG}")
    assert noise.block(both, [("田中",)]) == SaidBlock(EventId(1), Moment(1), False, f"それは{LONG}")
    assert noise.block(turn(2, " 田中さん ", "へえ"), [("佐藤",), ("田中",)]) == SaidBlock(
        EventId(2), Moment(2), True, "田中さん"
    )
    assert noise.block(turn(3, "京都へ", "田中さんと"), [("田中", "京都")]) == SaidBlock(
        EventId(3), Moment(3), True, "京都へ\n田中さんと"
    )
    assert noise.block(both, [("佐藤",)]) is noise.block(both, [()]) is noise.block(both, []) is None


def test_what_is_long_is_cut_and_says_so() -> None:
    long = place(1, "田" * 501)
    shown = noise.cut(long, rules=TOOL_RULES, language=Language.JA)
    assert (shown.text, shown.is_cut) == ("田" * 500 + "（続きがあります）", True)
    assert noise.cut(long, rules=TOOL_RULES, language=Language.EN).text.endswith("(there is more)")
    exact = place(1, "田" * 500)
    assert noise.cut(exact, rules=TOOL_RULES, language=Language.JA) == exact


@pytest.mark.parametrize(
    ("keyword", "is_held"), [("田中", True), ("ﾀﾅｶ", False), ("京都 田中", True), ("京都 佐藤", False)]
)
def test_every_word_must_stand_there(keyword: str, is_held: bool) -> None:
    assert holds(LONG, keywords(keyword)) is is_held


def test_width_case_and_kana_do_not_matter_and_a_phrase_is_one() -> None:
    assert holds("ＧｉｔＨｕｂのモモ", keywords("github もも"))
    assert keywords("green  tea", is_phrase=True) == ("green tea",)
    assert keywords("　 ") == ()


@pytest.mark.parametrize(
    ("source", "counts"), [("chat", True), ("hook", True), ("owner", False), ("notification", False)]
)
def test_only_what_the_two_said_counts(source: str, counts: bool) -> None:
    assert is_said(replace(turn(1, LONG), source=source)) is counts
