"""Every piece is found wherever it stands, and nothing else is."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.erasing import finder
from omoide.adapters.erasing.finder import PieceFinder

PIECES = st.lists(st.text("abcあい", min_size=12, max_size=20), min_size=1, max_size=8)


@given(pieces=PIECES, before=st.text("abcあい", max_size=40), after=st.text("abcあい", max_size=40), data=st.data())
def test_what_stands_in_the_data_is_found_and_nothing_else(
    pieces: list[str], before: str, after: str, data: st.DataObject
) -> None:
    text = before + data.draw(st.sampled_from(pieces)) + after
    found = {piece for _, piece in PieceFinder(pieces).found_in(text.encode())}
    assert found == {piece for piece in pieces if piece in text}


def test_a_piece_is_found_in_json_that_writes_letters_as_numbers() -> None:
    import json

    assert [
        piece
        for _, piece in PieceFinder(["金沢に住んでいる"]).found_in(json.dumps("昔、金沢に住んでいるとき").encode())
    ]


def test_a_piece_across_the_parts_of_a_large_file_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "CHUNK", 64)
    data = b"x" * 55 + b"I never told anybody" + b"y" * 500
    assert PieceFinder(["I never told anybody"]).found_in_file(io.BytesIO(data)) == {"I never told anybody"}


def test_nothing_is_found_where_nothing_is_looked_for() -> None:
    assert list(PieceFinder([]).found_in(b"anything at all that there is")) == []
    assert list(PieceFinder(["I never told anybody"]).found_in(b"short")) == []
