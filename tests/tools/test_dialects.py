"""Speech of a region in the encoder's training data: what is said stays the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.encoder.dialects import CHUGOKU, KANSAI, KYUSHU, SPEAKER, WEST, Rules, as_said


def put(text: str, rules: Rules) -> str:
    for pattern, other in rules:
        text = pattern.sub(other, text)
    return text


@pytest.mark.parametrize(
    ("rules", "plain", "said"),
    [
        (WEST, "彼女は本を読んでいるんだ", "彼女は本を読んどるんや"),
        (WEST, "昨日は行かない", "昨日は行かん"),
        (KANSAI, "財布を忘れてしまった", "財布を忘れてもうた"),
        (KANSAI, "とても楽しかったんだよ", "めっちゃ楽しかったんやよ"),
        (CHUGOKU, "雨だから帰った", "雨じゃけん帰った"),
        (KYUSHU, "明日は休みだよ", "明日は休みばい"),
    ],
)
def test_a_region_has_its_own_endings(rules: Rules, plain: str, said: str) -> None:
    assert put(plain, rules) == said


@pytest.mark.parametrize("text", ["それしかない", "もったいない", "少なくない", "行かなければ"])
def test_a_word_that_only_looks_like_a_negated_verb_stays(text: str) -> None:
    assert put(text, WEST) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("私は英語が読める", "英語が読める"),
        ("僕、帰る", "帰る"),
        ("私の本", "私の本"),
        ("僕たちの計画", "僕たちの計画"),
    ],
)
def test_only_the_speaker_is_left_out(text: str, left: str) -> None:
    assert SPEAKER.sub("", text) == left


@given(st.text(), st.integers(0, 2**32 - 1))
def test_nothing_is_said_only_where_nothing_was(text: str, seed: int) -> None:
    assert bool(as_said(text, np.random.default_rng(seed))) == bool(text)
