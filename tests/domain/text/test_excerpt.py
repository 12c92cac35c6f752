"""What is kept of a text that is too long."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.text.distinct import distinct
from omoide.domain.text.excerpt import clipped, one_line


@given(st.text(), st.integers(10, 100))
def test_clipping_never_exceeds_its_length(text: str, longest: int) -> None:
    assert len(clipped(text, longest=longest)) <= longest


def test_clipping_keeps_both_ends() -> None:
    assert clipped("始" + "あ" * 100 + "終", longest=10) == "始あああああ…ああ終"


@given(st.text(), st.integers(2, 100))
def test_one_line_never_exceeds_its_length_and_has_no_breaks(text: str, longest: int) -> None:
    told = one_line(text, longest=longest)
    assert len(told) <= longest
    assert told == " ".join(told.split())


def test_words_are_told_once_and_without_blanks_around_them() -> None:
    assert distinct([" 京都 ", "", "New  York", "京都", "New York"]) == ("京都", "New York")
