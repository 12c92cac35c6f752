"""Every edit is one splice, and any text comes back from them byte by byte."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.notes.note import NoteAct, NoteAuthor
from omoide.domain.notes.revision import NoteRevision, Splice, splice_between, spliced_anew, text_at, texts
from omoide.domain.time.moment import Moment

any_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60)
"""Whatever can be kept: emoji, combining marks, both ends of lines."""
alike = st.text("あいab\n。 ", max_size=40)
"""Texts that share much, so that what is common at both ends overlaps."""


def history(given: list[str]) -> list[NoteRevision]:
    return [
        NoteRevision(at + 1, Moment(at), NoteAuthor.OWNER, NoteAct.WRITE, "", splice)
        for at, splice in enumerate(spliced_anew(given))
    ]


@given(before=any_text | alike, after=any_text | alike)
def test_a_splice_leads_from_one_text_to_the_other(before: str, after: str) -> None:
    splice = splice_between(before, after)
    assert splice.applied(before) == after
    assert 0 <= splice.start <= len(before)
    assert splice.start + splice.removed <= len(before)


@given(given=st.lists(any_text | alike, max_size=12))
def test_any_revision_comes_back_byte_by_byte(given: list[str]) -> None:
    steps = history(given)
    assert list(texts(steps)) == given
    for version, text in enumerate(given, start=1):
        assert text_at(steps, version).encode() == text.encode()
    assert text_at(steps, 0) == ""


def test_a_line_added_to_a_long_diary_costs_a_line() -> None:
    diary = "## 2026-03-28\n今日は雨だった。\n" * 10_000
    assert splice_between(diary, f"{diary}晴れた。\n") == Splice(len(diary), 0, "晴れた。\n")
    assert splice_between("一二三\n四五六\n", "一二三\n四七六\n") == Splice(5, 1, "七")
    assert splice_between("aaa", "aa") == Splice(2, 1, "")
    assert splice_between("", "") == Splice(0, 0, "")
