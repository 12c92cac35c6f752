"""Notes: reading and editing them, each door reaching its own."""

from dataclasses import dataclass
from functools import cached_property

from omoide.adapters.notes.drafts import DraftFiles
from omoide.adapters.sql.notes.notes import SqlNoteStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.notes.note import OPEN_KINDS, NoteKind
from omoide.domain.personas.persona import Persona
from omoide.usecases.notes.diaries import ArchiveDiary
from omoide.usecases.notes.drafting import EditInFile
from omoide.usecases.notes.edits import EditNotes
from omoide.usecases.notes.files import KeepFiles
from omoide.usecases.notes.reading import ReadNotes


@dataclass(frozen=True, slots=True)
class NoteVerbs:
    """What can be done with the notes that one door reaches."""

    read: ReadNotes
    edit: EditNotes
    archive: ArchiveDiary
    in_file: EditInFile


class NoteFactory:
    """Makes what reads and edits notes."""

    def __init__(self, foundation: Foundation, *, events: EventFactory) -> None:
        self._foundation = foundation
        self._events = events

    @cached_property
    def store(self) -> SqlNoteStore:
        """Return the notes, the secret diary among them: no door is given it."""
        return SqlNoteStore(self._foundation.database)

    @cached_property
    def drafts(self) -> DraftFiles:
        """Return what is being edited, or was when it was broken off."""
        return DraftFiles(self._foundation.folder)

    def drop_drafts(self, persona: Persona) -> None:
        """Take away what was typed into editors and never written: its persona goes."""
        for path in self.drafts.left(persona.id):
            self.drafts.drop(path)

    def open_notes(self, persona: Persona) -> NoteVerbs:
        """Return the verbs of core memory, notepad and diary."""
        return self._verbs(persona, OPEN_KINDS)

    def secret_diary(self, persona: Persona) -> NoteVerbs:
        """Return the verbs of the secret diary, and of nothing else."""
        return self._verbs(persona, (NoteKind.SECRET_DIARY,))

    def files(self, persona: Persona) -> KeepFiles:
        """Return the verbs of files, and of nothing else."""
        masking, unrecorded = self._events.masking_of(persona), self._events.unrecorded(persona)
        return KeepFiles(self.store, self._foundation.clock, masking, unrecorded)

    def _verbs(self, persona: Persona, kinds: tuple[NoteKind, ...]) -> NoteVerbs:
        clock, rules = self._foundation.clock, domain_rules.note_rules(self._foundation.settings(persona.id))
        read = ReadNotes(self.store, kinds)
        archive = ArchiveDiary(read, clock, rules)
        masking, unrecorded = self._events.masking_of(persona), self._events.unrecorded(persona)
        edit = EditNotes(read, archive, clock, rules, masking, unrecorded)
        return NoteVerbs(read, edit, archive, EditInFile(edit, self.drafts))
