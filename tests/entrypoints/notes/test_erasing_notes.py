"""Erasing and notes: what the persona noted goes, what the owner wrote is named, an erased persona leaves nothing."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from omoide import Mind, Omoide
from omoide.adapters.sql.notes.tables import note_revisions, notes
from omoide.domain.erasing.receipt import LeftKind
from omoide.domain.notes.note import NoteAct
from omoide.errors import NoteMoved, NothingToErase
from tests.files_holding import holding

SAID = "My sister Rosalind bakes bread in Dunmore."
KEPT = "We talked about rain.\n"


@pytest.fixture
def talked(mind: Mind) -> Mind:
    mind.observe(user=SAID, assistant="Lovely.", session_id="s1")
    mind.observe(user="雨だね", assistant="うん", session_id="s2")
    mind.settle()
    return mind


def test_what_the_persona_noted_goes_with_the_turn_out_of_text_and_history(talked: Mind) -> None:
    for note in (talked.notes.notepad, talked.notes.diary, talked.secret_diary):
        note.append(f"{KEPT}{SAID}", by="persona")
    talked.notes.notepad.write(KEPT, by="persona")
    talked.notes.core_memory.write("わたしはハル。", by="persona")
    rehearsed = talked.erase(session_id="s1", dry_run=True)
    report = talked.erase(session_id="s1")
    assert dict(report.rows)["notes: redacted"] == dict(rehearsed.rows)["notes: redacted"] == 4
    assert report.is_clean
    assert holding(talked._home.foundation.folder, ["Rosalind", "Dunmore"]) == []
    assert talked.notes.notepad.text == KEPT
    assert talked.notes.notepad.at(1) == f"{KEPT}[erased]\n"
    assert talked.notes.diary.text.endswith(f"{KEPT}[erased]\n")
    assert talked.secret_diary.text.endswith(f"{KEPT}[erased]\n")
    assert talked.notes.diary.history()[-1].act is NoteAct.ERASE
    assert len(talked.notes.core_memory.history()) == 1


def test_whoever_read_the_words_cannot_write_them_back_unawares(talked: Mind) -> None:
    read = talked.notes.notepad.append(SAID, by="persona")
    talked.erase(session_id="s1")
    with pytest.raises(NoteMoved):
        talked.notes.notepad.write(f"{read.text}more\n", base=read.version, by="persona")


def test_what_the_owner_wrote_by_hand_stays_and_is_named(talked: Mind) -> None:
    talked.notes.core_memory.write(SAID)
    report = talked.erase(session_id="s1")
    assert not report.is_clean
    assert {(left.place, left.why) for left in report.left} == {
        ("notes.text", LeftKind.NOTE), ("note_revisions.added", LeftKind.NOTE),
    }  # fmt: skip
    assert talked.notes.core_memory.text == SAID


def test_an_erased_subject_goes_from_notes_whoever_wrote_them(talked: Mind) -> None:
    talked.notes.core_memory.write(f"わたしはハル。{SAID}")
    assert talked.erase(about="Rosalind").is_clean
    assert talked.notes.core_memory.text == "わたしはハル。[erased]"
    assert holding(talked._home.foundation.folder, ["Rosalind"]) == []


def test_a_subject_that_only_notes_name_can_be_erased(talked: Mind) -> None:
    talked.notes.notepad.write("Quillfeather rang at noon, about the violin. Milk.\n")
    report = talked.erase(about="Quillfeather")
    assert (report.events, report.is_clean) == (0, True)
    assert talked.notes.notepad.text == "[erased] Milk.\n"
    with pytest.raises(NothingToErase):
        talked.erase(about="Quillfeather")


def test_a_rehearsal_changes_no_note(talked: Mind) -> None:
    talked.notes.notepad.append(SAID, by="persona")
    talked.erase(about="Rosalind", dry_run=True)
    assert SAID in talked.notes.notepad.text
    assert len(talked.notes.notepad.history()) == 1


def test_an_erased_persona_leaves_no_note_and_backups_are_named(opened: Callable[..., Omoide]) -> None:
    omoide = opened()
    haru, natsu = omoide.persona("haru"), omoide.persona("natsu")
    haru.notes.core_memory.write("わたしはハル、海の近くで生まれた。")
    haru.notes.core_memory.write("わたしはハル。")
    haru.secret_diary.append("Nobody knows about the oboe in the attic.", by="persona")
    natsu.notes.notepad.write("なつのメモ帳はそのまま。")
    omoide.backup(haru._home.foundation.folder / "copy.db")
    report = haru.erase(everything=True)
    assert [left.place for left in report.left] == ["copy.db"]
    home = natsu._home.foundation
    (home.folder / "copy.db").unlink()
    assert holding(home.folder, ["海の近くで生まれた", "oboe in the attic"]) == []
    with home.database.reading() as connection:
        counts = [connection.execute(select(func.count()).select_from(t)).scalar_one() for t in (notes, note_revisions)]
    assert counts == [1, 1]
    assert natsu.notes.notepad.text == "なつのメモ帳はそのまま。"
    assert omoide.persona("haru").notes.all() == []


def test_a_note_of_another_persona_stays(opened: Callable[..., Omoide]) -> None:
    omoide = opened()
    haru, natsu = omoide.persona("haru"), omoide.persona("natsu")
    haru.observe(user=SAID, assistant="Lovely.", session_id="s1")
    natsu.notes.notepad.append(SAID, by="persona")
    report = haru.erase(session_id="s1")
    assert {left.why for left in report.left} == {LeftKind.OTHER_PERSONA}
    assert SAID in natsu.notes.notepad.text
