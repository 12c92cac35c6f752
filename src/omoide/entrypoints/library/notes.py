"""Texts that the persona and the owner edit: `mind.notes`, and apart from them `mind.secret_diary`.

mind.notes.notepad.append("土曜は歯医者")        mind.notes.core_memory.write(text, base=note.version)
mind.notes.diary.archived("2026-02").read()     mind.secret_diary.append("…", by="persona")
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path

from omoide.bootstrap.notes import NoteVerbs
from omoide.domain.notes.diff import DiffHunk
from omoide.domain.notes.note import Note, NoteAddress, NoteAuthor, NoteKind, kind_of
from omoide.domain.notes.period import checked_period
from omoide.domain.notes.revision import NoteRevision
from omoide.domain.notes.search import NoteHit
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.errors import InvalidInput

Verbs = Callable[[], NoteVerbs]
"""Asked for each time: settings may change meanwhile."""


class MindNote:
    """One note of one persona.  `by` is who edits: `owner` or `persona`."""

    def __init__(self, verbs: Verbs, persona: Persona, address: NoteAddress) -> None:
        verbs().read.reached(address)
        self._verbs = verbs
        self._persona = persona
        self._address = address

    @property
    def text(self) -> str:
        """Return what it says now; empty when nobody ever wrote it."""
        return self.read().text

    @property
    def version(self) -> int:
        """Return how often it was edited; 0 when nobody ever wrote it."""
        return self._verbs().read.version(self._persona, self._address)

    def read(self) -> Note:
        """Return it as it reads now, with its version; raise `NoteNotFound` for an archive that is not there."""
        return self._verbs().read.get(self._persona, self._address)

    def write(self, text: str, *, base: int | None = None, by: NoteAuthor | str = "owner", reason: str = "") -> Note:
        """Put a text in its place.

        `base` is the version that was read: when somebody else has written since, `NoteMoved` is raised and nothing is
        lost.  Without it, whatever stands there goes into the history.
        """
        edit = self._verbs().edit
        return edit.write(self._persona, self._address, text, base=base, author=_author(by), reason=reason)

    def append(self, text: str, *, by: NoteAuthor | str = "owner", reason: str = "") -> Note:
        """Add to its end; in a diary, below the heading of the persona's day."""
        return self._verbs().edit.append(self._persona, self._address, text, author=_author(by), reason=reason)

    def replace(self, old: str, new: str, *, by: NoteAuthor | str = "owner", reason: str = "") -> Note:
        """Replace a passage that stands there exactly once."""
        return self._verbs().edit.replace(self._persona, self._address, old, new, author=_author(by), reason=reason)

    def edit_with(self, editor: Callable[[Path], None], *, by: NoteAuthor | str = "owner", reason: str = "") -> Note:
        """Let somebody edit it in a file; raise `DraftKept`, which names the file, when that cannot be written back."""
        return self._verbs().in_file(self._persona, self._address, editor, author=_author(by), reason=reason)

    def drafts(self) -> list[Path]:
        """Return the files of edits that are under way elsewhere, or were broken off."""
        return self._verbs().in_file.drafts.left(self._persona.id, self._address.draft_label)

    def history(self) -> list[NoteRevision]:
        """Return every edit, oldest first: version, when, by whom, why, and what it changed."""
        return self._verbs().read.history(self._persona, self._address)

    def at(self, version: int) -> str:
        """Return what it said after a version, letter by letter; 0 is before the first."""
        return self._verbs().read.text_at(self._persona, self._address, version)

    def diff(self, old: int | None = None, new: int | None = None) -> list[DiffHunk]:
        """Return what changed between two versions; by default, what the last edit changed."""
        return self._verbs().read.diff(self._persona, self._address, old=old, new=new)

    def restore(
        self, version: int, *, base: int | None = None, by: NoteAuthor | str = "owner", reason: str = ""
    ) -> Note:
        """Let it read as it did after a version, byte by byte; that is an edit like any other."""
        edit = self._verbs().edit
        return edit.restore(self._persona, self._address, version, base=base, author=_author(by), reason=reason)

    def archive(self, *, before: date | str | None = None, by: NoteAuthor | str = "owner") -> list[Note]:
        """Move the months of a diary that are over into an archive each; return the archives that something went into."""
        day = (
            moment.day(moment.parse(before, tz=self._persona.tz), tz=self._persona.tz)
            if isinstance(before, str)
            else before
        )
        return self._verbs().archive(self._persona, self._address.kind, before=day, author=_author(by))

    def archives(self) -> list[Note]:
        """Return the archives of a diary, oldest first."""
        return self._verbs().read.archives(self._persona, self._address.kind)

    def archived(self, period: str) -> "MindNote":
        """Return the archive of a period, such as `2026-03`; it has a history of its own and may be written, too."""
        address = NoteAddress(self._address.kind, checked_period(period))
        return MindNote(self._verbs, self._persona, address)


class MindNotes:
    """Core memory, notepad and diary of one persona.  The secret diary is `mind.secret_diary` and never among them."""

    def __init__(self, verbs: Verbs, persona: Persona) -> None:
        self._verbs = verbs
        self._persona = persona

    @property
    def core_memory(self) -> MindNote:
        """Return who the persona is, in its own words."""
        return self.of(NoteKind.CORE_MEMORY)

    @property
    def notepad(self) -> MindNote:
        """Return what is to be at hand."""
        return self.of(NoteKind.NOTEPAD)

    @property
    def diary(self) -> MindNote:
        """Return what was lived through."""
        return self.of(NoteKind.DIARY)

    def of(self, name: NoteKind | str, *, period: str = "") -> MindNote:
        """Return a note by its name in either language; `period` is that of a diary's archive."""
        kind = name if isinstance(name, NoteKind) else kind_of(name)
        return MindNote(self._verbs, self._persona, NoteAddress(kind, checked_period(period) if period else ""))

    def all(self) -> list[Note]:
        """Return every note that was ever written, a diary's archives behind it."""
        return self._verbs().read.all(self._persona)

    def search(self, words: str, *, limit: int = 20) -> list[NoteHit]:
        """Return the days and paragraphs that hold most of these words, archives included."""
        return self._verbs().read.search(self._persona, words, limit=limit)


def _author(named: NoteAuthor | str) -> NoteAuthor:
    try:
        author = NoteAuthor(named)
    except ValueError:
        author = NoteAuthor.OMOIDE
    if author is NoteAuthor.OMOIDE:
        raise InvalidInput(f"{str(named)!r} edits no notes; say owner or persona")
    return author
