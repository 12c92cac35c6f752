"""What the store of notes promises, on every backend."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omoide.adapters.sql.notes.notes import SqlNoteStore
from omoide.domain.notes.note import OPEN_KINDS, Note, NoteAct, NoteAddress, NoteAuthor, NoteKind
from omoide.domain.notes.revision import text_at
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import NoteMoved
from omoide.ports.notes.store import NoteEdit, NoteStore
from tests.contract.conftest import START, Stores

PAD = NoteAddress(NoteKind.NOTEPAD)
DIARY = NoteAddress(NoteKind.DIARY)
MARCH = NoteAddress(NoteKind.DIARY, "2026-03")
SECRET = NoteAddress(NoteKind.SECRET_DIARY)


def store(stores: Stores) -> NoteStore:
    return SqlNoteStore(stores.database)


def edit(text: str, *, base: int, of: NoteAddress = PAD, act: NoteAct = NoteAct.WRITE, reason: str = "") -> NoteEdit:
    return NoteEdit(of, base, text, act, NoteAuthor.PERSONA, reason)


def test_a_note_nobody_wrote_is_empty_at_version_0(stores: Stores) -> None:
    notes, haru = store(stores), stores.persona().id
    assert notes.get(haru, PAD) == Note(PAD, "", 0, None)
    assert notes.all(haru, list(NoteKind)) == []
    assert notes.revisions(haru, PAD) == []


def test_edits_are_kept_with_who_when_and_why(stores: Stores) -> None:
    notes, haru = store(stores), stores.persona().id
    [first] = notes.edit(haru, [edit("歯医者は土曜\n", base=0, reason="頼まれた")], at=START)
    assert first == Note(PAD, "歯医者は土曜\n", 1, START)
    notes.edit(haru, [edit("歯医者は日曜\n", base=1)], at=Moment(START + 60))
    assert notes.get(haru, PAD) == Note(PAD, "歯医者は日曜\n", 2, Moment(START + 60))
    one, two = notes.revisions(haru, PAD)
    assert (one.version, one.at, one.author, one.act, one.reason) == (
        1, START, NoteAuthor.PERSONA, NoteAct.WRITE, "頼まれた",
    )  # fmt: skip
    assert (two.splice.added, two.splice.removed) == ("日", 1)


def test_of_two_edits_of_one_version_the_second_is_told_and_nothing_is_lost(stores: Stores) -> None:
    notes, haru = store(stores), stores.persona().id
    notes.edit(haru, [edit("a", base=0)], at=START)
    notes.edit(haru, [edit("ab", base=1)], at=START)
    with pytest.raises(NoteMoved, match="at version 2, and this edit was made of version 1"):
        notes.edit(haru, [edit("ac", base=1)], at=START)
    with pytest.raises(NoteMoved):
        notes.edit(haru, [edit("from the future", base=3)], at=START)
    assert notes.get(haru, PAD).text == "ab"
    assert len(notes.revisions(haru, PAD)) == 2


def test_edits_of_several_notes_are_kept_all_or_none(stores: Stores) -> None:
    notes, haru = store(stores), stores.persona().id
    notes.edit(haru, [edit("## 2026-03-01\n雨\n", base=0, of=DIARY)], at=START)
    with pytest.raises(NoteMoved):
        notes.edit(haru, [edit("雨", base=0, of=MARCH), edit("", base=0, of=DIARY)], at=START)
    assert notes.get(haru, MARCH).version == 0
    kept = notes.edit(
        haru, [edit("雨", base=0, of=MARCH), edit("", base=1, of=DIARY), edit("晴", base=2, of=DIARY)], at=START
    )
    assert [(note.period, note.version, note.text) for note in kept] == [
        ("2026-03", 1, "雨"),
        ("", 2, ""),
        ("", 3, "晴"),
    ]


def test_only_the_kinds_that_are_asked_for_are_listed_in_order(stores: Stores) -> None:
    notes, haru = store(stores), stores.persona().id
    for address in (SECRET, MARCH, DIARY, PAD, NoteAddress(NoteKind.DIARY, "2025-12")):
        notes.edit(haru, [edit("x", base=0, of=address)], at=START)
    found = [(note.kind, note.period) for note in notes.all(haru, OPEN_KINDS)]
    assert found == [
        (NoteKind.NOTEPAD, ""), (NoteKind.DIARY, ""), (NoteKind.DIARY, "2025-12"), (NoteKind.DIARY, "2026-03"),
    ]  # fmt: skip
    assert [note.kind for note in notes.all(haru, [NoteKind.SECRET_DIARY])] == [NoteKind.SECRET_DIARY]


def test_notes_of_one_persona_are_not_anothers(stores: Stores) -> None:
    notes, haru, natsu = store(stores), stores.persona().id, stores.persona("natsu").id
    notes.edit(haru, [edit("haru", base=0)], at=START)
    assert notes.get(natsu, PAD).version == 0
    assert notes.revisions(natsu, PAD) == []
    assert notes.all(natsu, list(NoteKind)) == []
    notes.edit(natsu, [edit("natsu", base=0)], at=START)
    assert notes.get(haru, PAD).text == "haru"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30), max_size=8
    )
)
def test_any_text_that_was_kept_comes_back_byte_by_byte(stores: Stores, texts: list[str]) -> None:
    notes, haru = store(stores), PersonaId(stores.persona(f"p{len(stores.personas.all())}").id)
    for base, text in enumerate(texts):
        notes.edit(haru, [edit(text, base=base)], at=START)
    steps = notes.revisions(haru, PAD)
    assert [text_at(steps, version).encode() for version in range(1, len(texts) + 1)] == [t.encode() for t in texts]
    assert notes.get(haru, PAD).text == (texts[-1] if texts else "")
