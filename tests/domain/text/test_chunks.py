from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.chunks import chunks

prose = st.lists(
    st.sampled_from(["今日は猫と遊んだ。", "It rained, so we stayed in. ", "え？", "word ", "あ" * 40, "\n", "3.14"]),
    max_size=80,
).map("".join)


@given(text=prose, longest=st.integers(20, 300), share=st.floats(0, 0.5))
def test_every_character_is_in_some_piece_in_order_and_no_piece_is_too_long(
    text: str, longest: int, share: float
) -> None:
    overlap = int(longest * share)
    reached = 0
    for piece in chunks(text, longest=longest, overlap=overlap):
        assert 0 < len(piece) <= longest
        blanks = len(text[reached:]) - len(text[reached:].lstrip())
        # A text that repeats itself holds a piece at several places: the furthest that leaves no gap is meant.
        at = text.rfind(piece, 0, reached + blanks + len(piece))
        assert at >= 0
        reached = max(reached, at + len(piece))
    assert not text[reached:].strip()


def test_a_short_text_is_one_piece() -> None:
    assert chunks("猫の名前はモモだよ") == ["猫の名前はモモだよ"]


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_blank_text_has_no_pieces(text: str) -> None:
    assert chunks(text) == []


@pytest.mark.parametrize("sentence", ["今日は猫と遊んだ。", "「もう帰る！」", "We went to the park. ", "Why not? "])
def test_pieces_of_prose_begin_and_end_with_a_sentence(sentence: str) -> None:
    pieces = chunks(sentence * 100)
    assert len(pieces) > 1
    assert all(piece.strip().startswith(sentence[:3]) for piece in pieces)
    assert all(piece.strip().endswith(sentence.strip()) for piece in pieces)


def test_neighbouring_pieces_have_something_in_common_but_no_more_than_asked() -> None:
    numbers = "".join(f"これは{n}番目の文です。" for n in range(100, 200))
    pieces = chunks(numbers)
    for one, following in pairwise(pieces):
        shared = max(n for n in range(len(following) + 1) if one.endswith(following[:n]))
        assert 0 < shared <= 50


def test_a_point_inside_a_number_or_an_address_is_no_sentence_end() -> None:
    pieces = chunks("see example.com/a.b and 3.14 " * 30)
    assert all(not piece.endswith(("example.", "3.", "a.")) for piece in pieces)


def test_text_without_any_break_is_cut_all_the_same() -> None:
    assert [len(piece) for piece in chunks("あ" * 1000)] == [300, 300, 300, 250]


def test_more_in_common_than_a_piece_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="in common"):
        chunks("text", longest=50, overlap=50)
