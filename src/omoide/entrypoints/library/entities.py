"""People and things the persona knows, each with a profile in markdown: `mind.entities`.

mind.entities.write("美緒", "- 写真を撮るのが好き。")     mind.entities.add_aliases("美緒", "みお")
print(mind.entities.get("みお").markdown())              mind.entities.names(budget_characters=600).text
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from omoide.bootstrap import Home
from omoide.bootstrap.entities import EntityVerbs
from omoide.domain.beliefs.state import State, StateId
from omoide.domain.entities.entity import Entity
from omoide.domain.entities.name_index import NameIndex
from omoide.domain.entities.profile import EntityProfile
from omoide.domain.entities.proposal import Proposal, ProposalId, ProposalStatus
from omoide.domain.entities.revision import EntityRevision
from omoide.domain.entities.search import EntityHit
from omoide.domain.notes.diff import DiffHunk
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.errors import InvalidInput
from omoide.usecases.entities.consolidate import ConsolidationReport
from omoide.usecases.entities.files import draft_label
from omoide.usecases.entities.proposals import ProposedEntity
from omoide.usecases.entities.propose import ProposalReport


class WriteMode(StrEnum):
    """How a text gets into a profile."""

    APPEND = "append"
    CONSOLIDATE = "consolidate"
    """It is added, and the whole is put in order: by a model where one is set, else by rules."""
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity as the persona reads it."""

    profile: EntityProfile
    persona: Persona

    @property
    def entity(self) -> Entity:
        """Return names, text and version."""
        return self.profile.entity

    @property
    def text(self) -> str:
        """Return the profile's own text."""
        return self.profile.entity.text

    @property
    def beliefs(self) -> list[State]:
        """Return what is believed of it now, the last confirmed first."""
        return list(self.profile.beliefs)

    def markdown(self) -> str:
        """Return the whole profile in the persona's language: names, text, and what is believed with its dates."""
        return self.profile.markdown(language=self.persona.language, tz=self.persona.tz)


class MindEntities:
    """The people and things that one persona knows.  `by` is who edits: `owner` or `persona`."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._persona = persona

    @property
    def _verbs(self) -> EntityVerbs:
        """Asked for each time: settings may change meanwhile."""
        return self._home.entities.verbs(self._persona)

    def all(self, *, archived: bool = False) -> list[Entity]:
        """Return the entities in the order in which they came to be known; with `archived` also those put away."""
        return self._verbs.read.all(self._persona, archived=archived)

    def get(self, name: str) -> KnownEntity:
        """Return an entity by any of its names, with what is believed of it; raise `EntityNotFound` when there is none."""
        return KnownEntity(self._verbs.read.profile(self._persona, name), self._persona)

    def write(
        self,
        name: str,
        text: str,
        *,
        mode: WriteMode | str = WriteMode.APPEND,
        base: int | None = None,
        by: NoteAuthor | str = "owner",
        reason: str = "",
    ) -> Entity:
        """Write into a profile, which is made when there is none.

        `base` is the version that was read: when somebody else has written since, `EntityMoved` is raised and nothing is lost.
        """
        verbs, author = self._verbs, _author(by)
        match _mode(mode):
            case WriteMode.APPEND:
                return verbs.edit.append(self._persona, name, text, author=author, base=base, reason=reason)
            case WriteMode.REPLACE:
                return verbs.edit.write(self._persona, name, text, base=base, author=author, reason=reason)
            case WriteMode.CONSOLIDATE:
                made = verbs.consolidate.one(self._persona, name, added=text, author=author, base=base, reason=reason)
                return made.entity

    def edit_with(
        self, name: str, editor: Callable[[Path], None], *, by: NoteAuthor | str = "owner", reason: str = ""
    ) -> Entity:
        """Let somebody edit a profile in a file; raise `DraftKept`, which names the file, when that cannot be written back."""
        return self._verbs.in_file(self._persona, name, editor, author=_author(by), reason=reason)

    def drafts(self, name: str) -> list[Path]:
        """Return the files of edits that are under way elsewhere, or were broken off."""
        verbs = self._verbs
        found = verbs.read.find(self._persona, name)
        drafts = verbs.in_file.in_editor.drafts
        return [] if found is None else drafts.left(self._persona.id, draft_label(found.id))

    def rename(self, name: str, new: str, *, by: NoteAuthor | str = "owner", reason: str = "") -> Entity:
        """Give an entity another name; the old one stays as an alias."""
        return self._verbs.edit.rename(self._persona, name, new, author=_author(by), reason=reason)

    def add_aliases(self, name: str, *aliases: str, by: NoteAuthor | str = "owner", reason: str = "") -> Entity:
        """Let an entity go by other names, too; raise `NameTaken` when one is another's."""
        return self._verbs.edit.add_aliases(self._persona, name, aliases, author=_author(by), reason=reason)

    def drop_aliases(self, name: str, *aliases: str, by: NoteAuthor | str = "owner", reason: str = "") -> Entity:
        """Let an entity no longer go by these names."""
        return self._verbs.edit.drop_aliases(self._persona, name, aliases, author=_author(by), reason=reason)

    def merge(self, name: str, other: str, *, by: NoteAuthor | str = "owner", reason: str = "") -> Entity:
        """Make one of two that are one: the other's names become aliases of the first, its lines follow."""
        return self._verbs.edit.merge(self._persona, name, other, author=_author(by), reason=reason)

    def merged(self, name: str) -> list[Entity]:
        """Return the entities that turned out to be this one, each with the text it had."""
        verbs = self._verbs
        whole = verbs.read.get(self._persona, name)
        return [each for each in verbs.read.store.all(self._persona.id) if each.merged_into == whole.id]

    def archive(self, name: str, *, reason: str = "") -> Entity:
        """Put an entity away, out of lists, searches and prompts; `unarchive` brings it back."""
        return self._verbs.edit.archive(self._persona, name, author=NoteAuthor.OWNER, reason=reason)

    def unarchive(self, name: str, *, reason: str = "") -> Entity:
        """Bring an entity back."""
        return self._verbs.edit.unarchive(self._persona, name, author=NoteAuthor.OWNER, reason=reason)

    def remove(self, name: str, *, base: int | None = None) -> Entity:
        """Delete an entity with its history, for good; its names are not proposed again."""
        return self._verbs.edit.remove(self._persona, name, base=base)

    def search(self, query: str, *, limit: int = 10) -> list[EntityHit]:
        """Return the entities that hold most of the query's words, which blanks separate."""
        return self._verbs.read.search(self._persona, query, limit=limit)

    def about(self, belief_id: int) -> list[Entity]:
        """Return the entities that a belief is about or speaks of."""
        return self._verbs.read.about(self._persona, StateId(belief_id))

    def history(self, name: str) -> list[EntityRevision]:
        """Return every edit, oldest first: version, when, by whom, why, what it changed, the names after it."""
        return self._verbs.read.history(self._persona, name)

    def at(self, name: str, version: int) -> str:
        """Return what the profile said after a version, letter by letter; 0 is before the first."""
        return self._verbs.read.text_at(self._persona, name, version)

    def diff(self, name: str, old: int | None = None, new: int | None = None) -> list[DiffHunk]:
        """Return what changed between two versions; by default, what the last edit changed."""
        return self._verbs.read.diff(self._persona, name, old=old, new=new)

    def restore(
        self, name: str, version: int, *, base: int | None = None, by: NoteAuthor | str = "owner", reason: str = ""
    ) -> Entity:
        """Let a profile read as it did after a version, byte by byte; that is an edit like any other."""
        edit = self._verbs.edit
        return edit.restore(self._persona, name, version, base=base, author=_author(by), reason=reason)

    def consolidate(self, name: str) -> Entity:
        """Put one profile in order: by a model where one is set, else by rules."""
        return self._verbs.consolidate.one(self._persona, name).entity

    def consolidate_all(self, *, progress: Callable[[int, int], None] | None = None) -> ConsolidationReport:
        """Put every profile in order that changed since it last was; killed anywhere, the next call goes on."""
        with self._home.work.alone():
            return self._verbs.consolidate.all(self._persona, progress=progress)

    def names(self, *, budget_characters: int | None = None) -> NameIndex:
        """Return the names for a prompt, within so many characters (setting `entities.index_characters`)."""
        if budget_characters is not None and budget_characters < 0:
            raise InvalidInput(f"a budget is a number of characters from 0 on; {budget_characters} is none")
        return self._verbs.read.index(self._persona, budget=budget_characters)

    def propose(self) -> ProposalReport:
        """Look, now instead of after the night, for names that recur and have no profile; turns that wait are digested first."""
        with self._home.work.alone():
            self._home.understanding.digest(self._persona)(self._persona)
            return self._home.entities.propose(self._persona)(self._persona)

    def proposals(self, *, status: ProposalStatus | str | None = ProposalStatus.PENDING) -> list[ProposedEntity]:
        """Return proposals with their memories and lines: by default those that wait; `None` for all."""
        return self._verbs.proposals.all(self._persona, status=None if status is None else _status(status))

    def accept(
        self, proposal_id: int, *, name: str | None = None, text: str | None = None, by: NoteAuthor | str = "owner"
    ) -> Entity:
        """Write what is proposed into a profile: under its name or another, in its words or, with `text`, in others."""
        handle = self._verbs.proposals
        return handle.accept(self._persona, ProposalId(proposal_id), name=name, text=text, author=_author(by))

    def dismiss(self, proposal_id: int) -> Proposal:
        """Say that nothing is to be written; a name without a profile is not proposed again."""
        return self._verbs.proposals.dismiss(self._persona, ProposalId(proposal_id))

    def to_tell(self, *, session_id: str = "", limit: int | None = None) -> list[str]:
        """Return the proposals that the persona is told in a session, each a line; within a session always the same.

        What a session was told is told to no other.  Without a session nothing is noted.
        """
        verbs = self._verbs
        most = verbs.read.rules.told_proposals if limit is None else limit
        if most < 0:
            raise InvalidInput(f"a limit is a number from 0 on; {most} is none")
        return [line for _, line in verbs.proposals.to_tell(self._persona, session_id=session_id, limit=most)]


def _author(named: NoteAuthor | str) -> NoteAuthor:
    if named not in (NoteAuthor.OWNER, NoteAuthor.PERSONA):
        raise InvalidInput(f"{str(named)!r} edits no profiles; say owner or persona")
    return NoteAuthor(named)


def _mode(named: WriteMode | str) -> WriteMode:
    try:
        return WriteMode(named)
    except ValueError as exc:
        raise InvalidInput(f"{str(named)!r} is no way to write; say append, consolidate or replace") from exc


def _status(named: ProposalStatus | str) -> ProposalStatus:
    try:
        return ProposalStatus(named)
    except ValueError as exc:
        known = ", ".join(status.value for status in ProposalStatus)
        raise InvalidInput(f"{str(named)!r} is no status of a proposal; there are {known}") from exc
