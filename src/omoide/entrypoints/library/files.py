"""Files that programs keep with a persona, by name: `mind.files`.

mind.files.write("memories/plans.md", "土曜は歯医者")
mind.files.all(under="memories/")           mind.files.history("memories/plans.md")
"""

from collections.abc import Sequence

from omoide.bootstrap.notes import NoteFactory
from omoide.domain.notes.file import KeptFile, content_of
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import NoteRevision, text_at
from omoide.domain.personas.persona import Persona
from omoide.errors import FileNotKept, InvalidInput
from omoide.usecases.notes.files import Decide, KeepFiles, Texts

Files = list[KeptFile]


class MindFiles:
    """The files of one persona.  Every edit keeps what stood there; `by` is who edits, `owner` or `persona`."""

    def __init__(self, notes: NoteFactory, persona: Persona) -> None:
        self._notes = notes
        self._persona = persona

    def all(self, *, under: str = "") -> Files:
        """Return the files whose names begin so, in the order of their names."""
        return self._keep.all(self._persona, under=under)

    def get(self, name: str) -> KeptFile:
        """Return a file; raise `FileNotKept` when there is none of this name."""
        found = self._keep.get(self._persona, name)
        if found is None:
            raise FileNotKept(name)
        return found

    def find(self, name: str) -> KeptFile | None:
        """Return a file; `None` when there is none of this name."""
        return self._keep.get(self._persona, name)

    def write(self, name: str, text: str, *, by: NoteAuthor | str = "owner", reason: str = "") -> KeptFile:
        """Let a file say this; it is made if it is not there."""
        self.change(lambda _: {name: text}, names=[name], by=by, reason=reason)
        return self.get(name)

    def remove(self, *names: str, by: NoteAuthor | str = "owner", reason: str = "") -> None:
        """Let files go, all or none; their history stays until it is erased.  Raise `FileNotKept` when one is not there."""

        def without(known: Texts) -> dict[str, str | None]:
            for name in names:
                if name not in known:
                    raise FileNotKept(name)
            return dict.fromkeys(names)

        self.change(without, names=names, by=by, reason=reason)

    def change(
        self,
        decide: Decide,
        *,
        names: Sequence[str] | None = None,
        under: str = "",
        by: NoteAuthor | str = "owner",
        reason: str = "",
    ) -> Files:
        """Change several files in one step, all or none.

        `decide` is given what the files say, by name (those `names`, or all whose names begin with `under`), and returns what they
        shall say, `None` for one that goes.  It is asked again when somebody else was first.
        """
        if by not in (NoteAuthor.OWNER.value, NoteAuthor.PERSONA.value):
            raise InvalidInput(f"files are written by 'owner' or 'persona'; {str(by)!r} is neither")
        author = NoteAuthor(by)
        return self._keep.change(self._persona, decide, names=names, under=under, author=author, reason=reason)

    def history(self, name: str) -> list[NoteRevision]:
        """Return every edit of a file, oldest first; also of one that has gone."""
        return self._keep.history(self._persona, name)

    def restore(self, name: str, *, version: int | None = None, by: NoteAuthor | str = "owner") -> KeptFile:
        """Let a file say what it said after a version; without one, the last in which it was there.

        Raise `FileNotKept` when it never was there, or not in that version.
        """
        steps = self.history(name)
        wanted = range(len(steps), 0, -1) if version is None else [version] if 0 < version <= len(steps) else []
        said = (content_of(text_at(steps, number)) for number in wanted)
        text = next((each for each in said if each is not None), None)
        if text is None:
            raise FileNotKept(name)
        return self.write(name, text, by=by)

    @property
    def _keep(self) -> KeepFiles:
        """Asked for each time: settings may change meanwhile."""
        return self._notes.files(self._persona)
