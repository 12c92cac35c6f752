"""Pieces: whatever is left of an erased text, of twice a piece's length, holds one of them whole."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.erasing.pieces import LONGEST, SHORTEST_BYTES, pieces_of

TEXTS = st.text(st.characters(min_codepoint=0x61, max_codepoint=0x7A), min_size=3 * LONGEST, max_size=300)


@given(text=TEXTS, data=st.data())
def test_a_long_rest_of_a_text_holds_a_piece(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 2 * LONGEST))
    rest = text[start : start + 2 * LONGEST]
    assert any(piece in rest for piece in pieces_of([text]).long)


@given(text=st.text(max_size=200))
def test_pieces_stand_in_the_text_and_are_never_too_short(text: str) -> None:
    for piece in pieces_of([text]).long:
        assert piece in text
        assert len(piece.encode("utf-8", "surrogatepass")) >= SHORTEST_BYTES


def test_short_texts_are_counted() -> None:
    assert pieces_of(["うん", "ok", "うん"]).short == 2


def test_a_piece_never_spans_what_json_would_write_otherwise() -> None:
    assert pieces_of(['she said "I never told anybody" and left\nfor the whole night']).long == (
        "I never told anybody",
        "for the whole night",
    )
