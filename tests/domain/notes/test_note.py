"""What notes are called, how long they may be, and what is found in them."""

from datetime import date

import pytest

from omoide.domain.notes import note, search
from omoide.domain.notes.note import OPEN_KINDS, Note, NoteAddress, NoteKind, NoteRules
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput, NoteTooLong

PAD = NoteAddress(NoteKind.NOTEPAD)
FEW = NoteRules(dict.fromkeys(NoteKind, 10))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("core_memory", NoteKind.CORE_MEMORY), ("core", NoteKind.CORE_MEMORY), ("Core Memory", NoteKind.CORE_MEMORY),
        ("core-memory", NoteKind.CORE_MEMORY), ("コアメモリ", NoteKind.CORE_MEMORY), ("ｺｱﾒﾓﾘ", NoteKind.CORE_MEMORY),
        ("core_memory.txt", NoteKind.CORE_MEMORY), ("メモ帳", NoteKind.NOTEPAD), ("notepad", NoteKind.NOTEPAD),
        ("日記", NoteKind.DIARY), ("memory_main.txt", NoteKind.DIARY), ("main_memory", NoteKind.DIARY),
        ("秘密の日記", NoteKind.SECRET_DIARY), ("secret diary", NoteKind.SECRET_DIARY),
    ],
)  # fmt: skip
def test_a_note_goes_by_its_names(name: str, kind: NoteKind) -> None:
    assert note.kind_of(name) is kind


def test_an_unknown_name_is_told_what_there_is_without_the_secret_diary() -> None:
    with pytest.raises(InvalidInput) as caught:
        note.kind_of("../etc/passwd")
    assert "notepad" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_every_note_has_a_title_in_both_languages() -> None:
    assert [note.title(kind, Language.JA) for kind in NoteKind] == [
        "コアメモリ",
        "メモ帳",
        "日記",
        "秘密の日記",
        "ファイル",
    ]
    assert note.title(NoteKind.CORE_MEMORY, Language.EN) == "core memory"


def test_the_secret_diary_is_no_open_note() -> None:
    assert set(OPEN_KINDS) == set(NoteKind) - {NoteKind.SECRET_DIARY, NoteKind.FILE}


def test_a_note_that_would_pass_its_limit_is_refused() -> None:
    assert note.checked("一二三四五六七八九十", before="", address=PAD, rules=FEW)
    with pytest.raises(NoteTooLong, match=r"at most 10 characters and would have 11.*notes\.notepad_characters"):
        note.checked("a" * 11, before="", address=PAD, rules=FEW)


def test_a_note_beyond_a_lowered_limit_may_be_shortened_step_by_step() -> None:
    assert note.checked("a" * 15, before="a" * 20, address=PAD, rules=FEW)
    with pytest.raises(NoteTooLong):
        note.checked("a" * 21, before="a" * 20, address=PAD, rules=FEW)


@pytest.mark.parametrize("text", ["a\x00b", "\ud800"])
def test_what_no_database_can_hold_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        note.checked(text, before="", address=PAD, rules=NoteRules())


DIARY = Note(
    NoteAddress(NoteKind.DIARY),
    "## 2026-03-01\n田中さんと花見をした。\n\n## 2026-03-02\nAiko gave two talks in Dunmore.\n## 2026-03-05\n田中さんから電話。\n",
)
OLD = Note(NoteAddress(NoteKind.DIARY, "2025-12"), "## 2025-12-24\n雪が降った。\n")
MEMO = Note(PAD, "歯医者は土曜\n\n田中さんの番号は机の上\n")


def test_a_name_of_two_letters_is_found_the_newest_day_first() -> None:
    hits = search.found([DIARY, OLD, MEMO], "田中", limit=10)
    assert [hit.day for hit in hits] == [date(2026, 3, 5), date(2026, 3, 1), None]
    assert hits[0].text == "## 2026-03-05\n田中さんから電話。"
    assert hits[2].text == "田中さんの番号は机の上"


def test_words_are_found_by_their_stems_and_in_archives() -> None:
    assert [hit.day for hit in search.found([DIARY], "talk", limit=5)] == [date(2026, 3, 2)]
    [hit] = search.found([DIARY, OLD], "雪", limit=5)
    assert hit.address.period == "2025-12"
    assert search.found([DIARY, OLD, MEMO], "氷山", limit=5) == []
    assert search.found([DIARY], "  ", limit=5) == []
    assert len(search.found([DIARY, MEMO], "田中", limit=2)) == 2
