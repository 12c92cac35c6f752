"""Somebody else writes between reading and writing: every edit is kept, or its maker is told."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import pytest

from omoide import Mind
from omoide.adapters.sql.notes.notes import SqlNoteStore
from omoide.bootstrap.notes import NoteVerbs
from omoide.domain.notes.note import Note, NoteAddress, NoteAuthor, NoteKind
from omoide.domain.notes.revision import NoteRevision
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import NoteMoved
from omoide.ports.notes.store import NoteEdit
from omoide.usecases.notes.edits import MOST_TRIES

PAD, DIARY = NoteAddress(NoteKind.NOTEPAD), NoteAddress(NoteKind.DIARY)
OWNER = NoteAuthor.OWNER


@dataclass
class OvertakenStore:
    """A store at which somebody else writes each time before we do, so many times."""

    store: SqlNoteStore
    meanwhile: Callable[[], object]
    times: int
    seen: list[int] = field(default_factory=list)

    def get(self, persona_id: PersonaId, address: NoteAddress) -> Note:
        return self.store.get(persona_id, address)

    def all(self, persona_id: PersonaId, kinds: Collection[NoteKind]) -> list[Note]:
        return self.store.all(persona_id, kinds)

    def revisions(self, persona_id: PersonaId, address: NoteAddress) -> list[NoteRevision]:
        return self.store.revisions(persona_id, address)

    def edit(self, persona_id: PersonaId, edits: Sequence[NoteEdit], *, at: Moment) -> list[Note]:
        self.seen.append(len(edits))
        if len(self.seen) <= self.times:
            self.meanwhile()
        return self.store.edit(persona_id, edits, at=at)


def overtaken(mind: Mind, meanwhile: Callable[[], object], *, times: int) -> NoteVerbs:
    verbs = mind._home.notes.open_notes(mind.persona)
    store = OvertakenStore(mind._home.notes.store, meanwhile, times)
    read = replace(verbs.read, store=store)
    archive = replace(verbs.archive, reading=read)
    return replace(verbs, read=read, archive=archive, edit=replace(verbs.edit, reading=read, archive=archive))


def test_a_line_is_added_behind_those_that_came_first(mind: Mind) -> None:
    verbs = overtaken(mind, lambda: mind.notes.notepad.append("theirs"), times=3)
    verbs.edit.append(mind.persona, PAD, "ours", author=OWNER)
    assert mind.notes.notepad.text == "theirs\ntheirs\ntheirs\nours\n"


def test_an_edit_of_a_version_that_was_read_is_told_and_not_made(mind: Mind) -> None:
    mind.notes.notepad.write("first")
    verbs = overtaken(mind, lambda: mind.notes.notepad.write("theirs"), times=1)
    with pytest.raises(NoteMoved):
        verbs.edit.write(mind.persona, PAD, "ours", base=1, author=OWNER)
    assert mind.notes.notepad.text == "theirs"
    assert mind.notes.notepad.at(1) == "first"


def test_a_passage_that_is_gone_meanwhile_is_not_replaced(mind: Mind) -> None:
    mind.notes.notepad.write("milk and eggs")
    verbs = overtaken(mind, lambda: mind.notes.notepad.append("bread"), times=1)
    assert verbs.edit.replace(mind.persona, PAD, "milk", "rice", author=OWNER).text == "rice and eggs\nbread\n"


def test_somebody_who_is_always_first_is_not_waited_for_without_end(mind: Mind) -> None:
    verbs = overtaken(mind, lambda: mind.notes.notepad.append("theirs"), times=10 * MOST_TRIES)
    with pytest.raises(NoteMoved):
        verbs.edit.append(mind.persona, PAD, "ours", author=OWNER)
    assert mind.notes.notepad.text == "theirs\n" * MOST_TRIES


def test_no_day_is_lost_when_something_is_added_while_months_are_moved(mind: Mind) -> None:
    mind.notes.diary.write("## 2026-01-05\n雪。\n")
    verbs = overtaken(mind, lambda: mind.notes.diary.append("雨。"), times=1)
    [archive] = verbs.archive(mind.persona, NoteKind.DIARY, author=OWNER)
    assert archive.text == "## 2026-01-05\n雪。\n\n"
    assert mind.notes.diary.text == "## 2026-03-29\n雨。\n"


def test_a_full_diary_makes_room_and_takes_the_line_in_one_step(mind: Mind) -> None:
    mind.set("notes.diary_characters", "40")
    mind.notes.diary.write("## 2026-01-05\n雪が降った一日。\n")
    verbs = overtaken(mind, lambda: None, times=0)
    verbs.edit.append(mind.persona, DIARY, "雨が降った一日。", author=OWNER)
    store = verbs.read.store
    assert isinstance(store, OvertakenStore)
    assert store.seen == [3]
    assert [step.act.value for step in mind.notes.diary.history()] == ["write", "archive", "append"]
