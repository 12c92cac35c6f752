"""The encoding of a text is known by its bytes."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.knowledge.encoding import SAMPLE, declared_in, encoding_of

JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
WESTERN = "Die Größe des Gartens überraschte die Gäste; à bientôt, café déjà fermé, mañana será otro día."
ENCODINGS = ["utf-8", "utf-8-sig", "cp932", "euc_jp", "utf-16", "utf-16-le", "utf-16-be", "iso2022_jp"]


def sayings() -> list[str]:
    """Return what the sample persona and its user say: plain Japanese of many kinds."""
    told = json.loads((resources.files("omoide.sample") / "haru_ja.json").read_text("utf-8"))

    def texts(value: object) -> list[str]:
        if isinstance(value, str):
            return [value] if any("\u3041" <= letter <= "\u9fff" for letter in value) else []
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return [text for part in parts for text in texts(part)]

    return texts(told)


@pytest.mark.parametrize("name", ENCODINGS)
def test_japanese_is_read_in_the_encoding_it_was_written_in(name: str) -> None:
    text = f"# 見出し\n{JAPANESE}\n"
    data = text.encode(name)
    found = encoding_of(data)
    assert found is not None
    assert data.decode(found) == text


@pytest.mark.parametrize("name", ["cp932", "euc_jp"])
def test_every_saying_of_the_sample_is_read_right_by_itself(name: str) -> None:
    spoken = [text for text in sayings() if len(text) >= 6 and _fits(text, name)]
    assert len(spoken) > 50
    wrong = [
        text
        for text in spoken
        if text.encode(name).decode(encoding_of(text.encode(name)) or "ascii", "replace") != text
    ]
    assert wrong == []


def test_half_width_katakana_of_old_systems_is_read() -> None:
    data = "商品ｺｰﾄﾞ,数量\nﾃﾚﾋﾞ,3\n合計の金額を入力してください\n".encode("cp932")
    assert encoding_of(data) == "cp932"


def test_western_text_is_not_taken_for_japanese() -> None:
    assert encoding_of(WESTERN.encode("cp1252")) == "cp1252"
    assert encoding_of(b"plain ASCII\n") == "utf-8"
    assert encoding_of(b"") == "utf-8"


def test_a_character_that_the_sample_cuts_in_two_does_not_mislead() -> None:
    data = (JAPANESE * 3_000).encode("utf-8")
    for cut in range(SAMPLE, SAMPLE + 3):
        assert encoding_of(data[:cut]) == "utf-8"
    for name in ("cp932", "euc_jp"):
        assert encoding_of((JAPANESE * 3_000).encode(name)[: SAMPLE + 1]) == name


def test_utf8_with_a_broken_byte_is_still_utf8() -> None:
    assert encoding_of(JAPANESE.encode() * 20 + b"\xff" + JAPANESE.encode()) == "utf-8"


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 40,
        b"\x89PNG\r\n\x1a\n" + bytes(2_000),
        b"\x00" * 500,
        b"\xff\xd8\xff\xe0" + bytes(range(1, 255)) * 9,
    ],
)
def test_what_is_no_text_is_not_read(data: bytes) -> None:
    assert encoding_of(data) is None


@given(st.binary(max_size=400))
def test_any_bytes_get_an_encoding_that_exists_or_none(data: bytes) -> None:
    found = encoding_of(data)
    assert found is None or isinstance(data.decode(found, "replace"), str)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_any_utf8_text_is_utf8(text: str) -> None:
    data = text.encode()
    assert data.decode(encoding_of(data) or "ascii").removeprefix("\ufeff") == text.removeprefix("\ufeff")


def test_a_page_may_say_its_encoding_and_is_believed_if_it_can_be_read_so() -> None:
    page = f'<html><head><meta charset="Shift_JIS"><title>{JAPANESE}</title>'
    assert declared_in(page.encode("cp932")) == "cp932"
    assert declared_in(page.encode("utf-8").replace(b"Shift_JIS", b"utf-8")) == "utf-8"
    assert declared_in(page.encode("cp932").replace(b"Shift_JIS", b"utf-8")) is None
    assert declared_in(b'<meta charset="no-such-thing">') is None
    assert declared_in(b'<meta charset="base64">') is None
    assert declared_in(b"<p>nothing said</p>") is None


def _fits(text: str, name: str) -> bool:
    try:
        text.encode(name)
    except UnicodeEncodeError:
        return False
    return True
