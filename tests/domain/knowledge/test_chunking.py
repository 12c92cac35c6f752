"""Chunks of a document: as long as everywhere, below their headings, at their place."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.knowledge import chunking
from omoide.domain.knowledge.chunking import NewChunk, chunked, searched_text, text_of
from omoide.domain.knowledge.document import DocumentPlace, PlaceUnit, heading_path
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.text.chunks import ChunkRules, chunks
from omoide.domain.text.language import Language

RULES = ChunkRules()


def cut(lines: Sequence[DocumentLine], rules: ChunkRules = RULES) -> list[NewChunk]:
    return list(chunked(lines, unit=PlaceUnit.LINE, rules=rules))


def test_a_long_document_is_cut_as_everything_else() -> None:
    sentences = [f"第{number}条 利用者はこの規約のすべてに同意するものとする。" for number in range(1, 400)]
    made = cut([DocumentLine(text, number) for number, text in enumerate(sentences, 1)])
    assert [chunk.text for chunk in made] == [each.strip() for each in chunks("\n".join(sentences) + "\n")]
    assert all(len(chunk.text) <= 300 for chunk in made)


def test_a_chunk_says_where_it_stands() -> None:
    sentences = [f"line {number}: " + "x" * 80 + "." for number in range(1, 60)]
    for chunk in cut([DocumentLine(text, number) for number, text in enumerate(sentences, 1)]):
        first, last = chunk.text.split("\n")[0], chunk.text.split("\n")[-1]
        assert first.startswith(f"line {chunk.place.first}:")
        assert last.startswith(f"line {chunk.place.last}:")


def test_a_chunk_never_goes_over_a_heading() -> None:
    lines = [
        DocumentLine("設定", 1, ("設定",), is_heading=True),
        DocumentLine("電源を入れる。", 2, ("設定",)),
        DocumentLine("通信", 3, ("設定", "通信"), is_heading=True),
        DocumentLine("線をつなぐ。", 4, ("設定", "通信")),
    ]
    assert [(chunk.text, chunk.place.heading, chunk.place.first) for chunk in cut(lines)] == [
        ("電源を入れる。", "設定", 2),
        ("線をつなぐ。", "設定 › 通信", 4),
    ]


def test_a_heading_with_nothing_below_it_is_found_too() -> None:
    lines = [
        DocumentLine("A", 1, ("A",), is_heading=True),
        DocumentLine("B", 2, ("A", "B"), is_heading=True),
        DocumentLine("C", 3, ("C",), is_heading=True),
    ]
    assert [(chunk.text, chunk.place.heading) for chunk in cut(lines)] == [("B", "A › B"), ("C", "C")]


def test_blank_documents_have_no_chunks() -> None:
    assert cut([]) == []
    assert cut([DocumentLine("  ", 1), DocumentLine("", 2)]) == []


@given(
    st.lists(st.text(alphabet="ab。、 あ亜\t", max_size=120), max_size=80),
    st.integers(20, 120),
    st.integers(0, 19),
)
def test_every_letter_is_in_a_chunk_and_no_chunk_is_too_long(texts: list[str], longest: int, overlap: int) -> None:
    made = cut([DocumentLine(text, number) for number, text in enumerate(texts, 1)], ChunkRules(longest, overlap))
    assert all(0 < len(chunk.text) <= longest for chunk in made)
    assert all(1 <= chunk.place.first <= chunk.place.last <= len(texts) for chunk in made)
    for number, text in enumerate(texts, 1):
        holding = [chunk for chunk in made if chunk.place.first <= number <= chunk.place.last]
        for word in text.split():
            assert all(any(letter in chunk.text for chunk in holding) for letter in word)


def test_a_document_is_cut_the_same_however_it_streams_by(monkeypatch: object) -> None:
    text = "".join(f"文{number}はここまで。" for number in range(5_000))
    whole = [chunk.text for chunk in cut([DocumentLine(text, 1)])]
    parts = [DocumentLine(text[at : at + 777], 1, ends=at + 777 >= len(text)) for at in range(0, len(text), 777)]
    streamed = [chunk.text for chunk in cut(parts)]
    assert len(text) > chunking.STRETCH
    assert "".join(dict.fromkeys(streamed)).replace("。", "") != ""
    assert {sentence for chunk in streamed for sentence in chunk.split("。") if sentence.startswith("文")} >= {
        f"文{number}はここまで" for number in range(5_000)
    }
    assert abs(len(streamed) - len(whole)) <= 2


def test_the_heading_is_part_of_what_is_searched_and_not_of_what_is_told() -> None:
    searched = searched_text("保証は一年です。", heading="サポート › 保証")
    assert searched == "サポート › 保証\n保証は一年です。"
    assert text_of(searched, heading="サポート › 保証") == "保証は一年です。"
    assert text_of("本文", heading="") == "本文"


def test_of_a_long_path_of_headings_the_nearest_stay() -> None:
    path = heading_path(("x" * 100, "y" * 100, "near"))
    assert path.endswith(" › near")
    assert len(path) <= 120
    assert heading_path(("  a \n b ", "", "c")) == "a b › c"


def test_a_place_is_cited_in_both_languages() -> None:
    page = DocumentPlace(PlaceUnit.PAGE, 12, 12, "保証")
    assert (page.told(Language.EN), page.told(Language.JA)) == ("p. 12, 保証", "12ページ, 保証")
    rows = DocumentPlace(PlaceUnit.ROW, 3, 7)
    assert (rows.told(Language.EN), rows.told(Language.JA)) == ("rows 3–7", "3–7行目")
