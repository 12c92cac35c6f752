""" "Not that": what is demoted for a cue, which cues are near to it, and what it does to an order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.recall.receipts.feedback import (
    Demotion,
    FeedbackRules,
    cosine_between,
    heeded,
    is_meant_too,
    is_same_cue,
    shared_share,
)
from omoide.domain.recall.receipts.receipt import ItemRef
from omoide.domain.recall.relevance import Calibration
from omoide.domain.time.moment import Moment

RULES = FeedbackRules()
SCALE = Calibration(unrelated=0.2, same=0.6)
orders = st.lists(st.integers(0, 30), unique=True, max_size=12)


def demotion(cue: str, *, space: str = "", vector: bytes = b"") -> Demotion:
    return Demotion(ItemRef("event", "1"), cue, Moment(0), space, vector)


def meant(cue: str, other: str, cosine: float | None) -> bool:
    return is_meant_too(cue, demotion(other), cosine, calibration=SCALE, rules=RULES)


def shown(order: list[int], denied: set[int], *, limit: int = 100) -> list[int]:
    return heeded(order, lambda each: each in denied, limit=limit, lowered=lambda each, _: each)


@given(orders)
def test_with_nothing_demoted_the_order_is_that_which_was_given(order: list[int]) -> None:
    assert shown(order, set()) == order


@given(orders, st.sets(st.integers(0, 30), max_size=6), st.integers(1, 12))
def test_what_is_demoted_stands_behind_all_others_and_never_alone(
    order: list[int], denied: set[int], limit: int
) -> None:
    told = shown(order, denied, limit=limit)
    passed = [each for each in order if each not in denied]
    assert told[: len(passed)] == passed[:limit]
    assert len(told) <= limit
    if not passed:
        assert told == []
    else:
        assert told == [*passed, *(each for each in order if each in denied)][:limit]


@given(orders, st.integers(0, 30))
def test_taking_it_back_gives_exactly_the_former_order(order: list[int], one: int) -> None:
    assert shown(order, {one} - {one}) == order
    others = [each for each in shown(order, {one}) if each != one]
    assert others in ([each for each in order if each != one], [])


def test_the_lowered_one_is_told_behind_whom_it_stands() -> None:
    told = heeded([9, 5], lambda each: each == 9, limit=5, lowered=min)
    assert told == [5, 5]


@pytest.mark.parametrize(
    ("one", "other"),
    [("猫の名前は？", "猫の名前は"), ("  What IS it? ", "what is it"), ("ＡＢＣ案", "abc案"), ("？？", "？？")],
)
def test_blanks_case_width_and_punctuation_make_no_other_cue(one: str, other: str) -> None:
    assert is_same_cue(one, other)
    assert meant(one, other, None)
    assert meant(one, other, -1.0)


@settings(max_examples=50)
@given(st.text(max_size=30), st.text(max_size=30))
def test_shared_words_are_the_same_in_both_directions(one: str, other: str) -> None:
    assert shared_share(one, other) == shared_share(other, one)
    assert 0.0 <= shared_share(one, other) <= 1.0 + 1e-9


def test_a_cue_about_something_else_is_left_alone_however_near_its_vector() -> None:
    assert not meant("犬の名前は？", "猫の名前は？", 0.99)
    assert not meant("What is Rosalind's address?", "What is Edmund's phone?", 0.99)


def test_another_question_in_the_same_words_needs_the_meaning_too() -> None:
    assert meant("うちの猫の名前は？", "猫の名前は何？", 0.7)
    assert not meant("うちの猫の名前は？", "猫の名前は何？", 0.3)


def test_cosines_are_read_on_the_scale_of_their_space() -> None:
    loose = Calibration(unrelated=0.7, same=0.95)
    cue, other = "うちの猫の名前は？", "猫の名前は何？"
    assert not is_meant_too(cue, demotion(other), 0.7, calibration=loose, rules=RULES)
    assert is_meant_too(cue, demotion(other), 0.96, calibration=loose, rules=RULES)


def test_vectors_of_two_spaces_never_meet() -> None:
    vector = np.array([0.6, 0.8], np.float32)
    kept = demotion("x", space="a", vector=vector.tobytes())
    assert cosine_between(vector, kept, space="a") == pytest.approx(1.0)
    assert cosine_between(vector, kept, space="b") is None
    assert cosine_between(np.zeros(3, np.float32), kept, space="a") is None
    assert cosine_between(np.zeros(2, np.float32), kept, space="a") is None
