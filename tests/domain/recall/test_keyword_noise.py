"""Of the turns that hold a keyword some of the newest and oldest are shown, and none that is noise."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.event import Event, EventId
from omoide.domain.recall.keywords.noise import NoiseRules, holds, is_said, kept, keywords
from omoide.domain.time.moment import Moment

RULES = NoiseRules()
LONG = "田中さんと京都へ行った日の話をまた聞かせてほしいと言われたので話した。"


def turn(number: int, text: str = "") -> Event:
    return Event(EventId(number), Moment(number), text or f"{number}回目: {LONG}", None, "chat", "", "")


def numbers(turns: list[Event], rules: NoiseRules = RULES) -> list[int]:
    return [int(each.id) for each in kept(turns[::-1], turns, rules=rules).turns]


def test_two_of_the_newest_and_two_of_the_oldest_are_shown_newest_first() -> None:
    assert numbers([turn(each) for each in range(1, 10)]) == [9, 8, 2, 1]
    assert numbers([turn(1), turn(2), turn(3)]) == [3, 2, 1]
    assert numbers([]) == []


def test_what_begins_alike_is_shown_once() -> None:
    head = "あ" * 200
    turns = [turn(1), turn(2, head + "一"), turn(3, head + "二"), turn(4)]
    assert numbers(turns) == [4, 3, 1]
    assert numbers([turn(1, "あ" * 199 + "一"), turn(2, "あ" * 199 + "二")]) == [2, 1]


def test_what_is_shorter_than_thirty_characters_is_passed_over_and_counted() -> None:
    turns = [turn(1, "あ" * 29), turn(2, "い" * 30), turn(3, "  " + "う" * 29 + "  ")]
    assert numbers(turns) == [2]
    assert kept(turns[::-1], turns, rules=RULES).short == 2


@given(st.lists(st.sampled_from([LONG, "短い", "あ" * 40, "い" * 40]), max_size=12))
def test_no_more_than_four_none_twice_none_short_none_alike(texts: list[str]) -> None:
    turns = [turn(number, text) for number, text in enumerate(texts)]
    shown = kept(turns[::-1], turns, rules=RULES).turns
    assert len(shown) <= 4
    assert len({each.id for each in shown}) == len({each.text[:200] for each in shown}) == len(shown)
    assert all(len(each.text) >= 30 for each in shown)
    assert [each.created for each in shown] == sorted((each.created for each in shown), reverse=True)
    assert len(shown) == min(4, len({text for text in texts if len(text) >= 30}))


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
    assert is_said(replace(turn(1), source=source)) is counts
