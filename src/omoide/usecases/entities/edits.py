"""Writing profiles and giving names: all or none, never over what somebody else has written meanwhile (SPEC EN1, EN2).

Secrets are masked as everywhere.  Whoever edits a text that was read says of which version (`base`): when the entity has moved on,
`EntityMoved` is raised and nothing is written.  Adding needs no base: it is made of the profile as it stands, again if
somebody else was first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from omoide.domain.entities import entity as entities
from omoide.domain.entities import profile_lines
from omoide.domain.entities.entity import Entity, checked_aliases, checked_entity_name
from omoide.domain.entities.names import is_same, name_key
from omoide.domain.entities.revision import EntityAct
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.notes.note import NoteAuthor, checked_reason, checked_text
from omoide.domain.personas.persona import Persona
from omoide.errors import EntityMoved, EntityNotFound, InvalidInput, NameTaken, NotRecorded
from omoide.ports.entities.proposals import ProposalStore
from omoide.ports.entities.store import EntityEdit, Evidence
from omoide.ports.time.clock import Clock
from omoide.usecases.entities.reading import ReadEntities

MOST_TRIES = 50
"""How often an edit is made again because somebody else was first; each time somebody has come further."""


@dataclass(frozen=True, slots=True)
class EditEntities:
    """Edits entities."""

    reading: ReadEntities
    proposals: ProposalStore
    clock: Clock
    masking: SecretMasking
    unrecorded: Unrecorded

    def write(
        self, persona: Persona, name: str, text: str, *, base: int | None, author: NoteAuthor, reason: str = ""
    ) -> Entity:
        """Put a text in place of the profile, which is made when there is none; what stood there goes into the history."""
        kept = self.kept(text)
        return self._changed(
            persona,
            name,
            lambda each: replace(each, text=kept),
            EntityAct.WRITE,
            author=author,
            reason=reason,
            base=base,
            makes=True,
        )

    def append(
        self,
        persona: Persona,
        name: str,
        text: str,
        *,
        author: NoteAuthor,
        base: int | None = None,
        reason: str = "",
        evidence: Evidence | None = None,
    ) -> Entity:
        """Add lines to the end of the profile, which is made when there is none."""
        if not text.strip():
            raise InvalidInput("there is nothing to add; the text is empty")
        kept = self.kept(text)

        def with_it(each: Entity) -> Entity:
            return replace(each, text=self.masking.of_text(profile_lines.appended(each.text, kept)))

        return self._changed(
            persona,
            name,
            with_it,
            EntityAct.APPEND,
            author=author,
            reason=reason,
            base=base,
            makes=True,
            evidence=evidence,
        )

    def begin(self, persona: Persona, name: str, *, author: NoteAuthor) -> Entity:
        """Return the entity, made with an empty profile when there is none."""
        return self._changed(persona, name, lambda each: each, EntityAct.WRITE, author=author, makes=True)

    def restore(
        self, persona: Persona, name: str, version: int, *, base: int | None, author: NoteAuthor, reason: str = ""
    ) -> Entity:
        """Let the text read as it did after a version, byte by byte; what it says now goes into the history."""
        text = self.reading.text_at(persona, name, version)  # was masked when it was written
        return self._changed(
            persona,
            name,
            lambda each: replace(each, text=text),
            EntityAct.RESTORE,
            author=author,
            reason=reason,
            base=base,
        )

    def rename(self, persona: Persona, name: str, new: str, *, author: NoteAuthor, reason: str = "") -> Entity:
        """Give an entity another name; the old one stays as an alias, unless the two are one name."""
        wanted = self._kept_name(new)

        def with_it(each: Entity) -> Entity:
            return replace(each, name=wanted, aliases=checked_aliases(wanted, each.names))

        return self._changed(persona, name, with_it, EntityAct.NAME, author=author, reason=reason)

    def add_aliases(
        self, persona: Persona, name: str, aliases: Sequence[str], *, author: NoteAuthor, reason: str = ""
    ) -> Entity:
        """Let an entity go by other names, too."""
        wanted = [self._kept_name(alias) for alias in aliases]

        def with_them(each: Entity) -> Entity:
            return replace(each, aliases=checked_aliases(each.name, (*each.aliases, *wanted)))

        return self._changed(persona, name, with_them, EntityAct.NAME, author=author, reason=reason)

    def drop_aliases(
        self, persona: Persona, name: str, aliases: Sequence[str], *, author: NoteAuthor, reason: str = ""
    ) -> Entity:
        """Let an entity no longer go by these names; its own cannot be taken away, only changed."""
        gone = [checked_entity_name(alias) for alias in aliases]

        def without_them(each: Entity) -> Entity:
            unknown = [one for one in gone if not any(is_same(one, alias) for alias in each.aliases)]
            if unknown:
                raise InvalidInput(f"{each.name!r} has no other name {unknown[0]!r}; `omoide entities show` lists them")
            left = tuple(alias for alias in each.aliases if not any(is_same(one, alias) for one in gone))
            return replace(each, aliases=left)

        return self._changed(persona, name, without_them, EntityAct.NAME, author=author, reason=reason)

    def archive(self, persona: Persona, name: str, *, author: NoteAuthor, reason: str = "") -> Entity:
        """Put an entity away: it is read by its name, and neither listed nor found; its names stay its own."""
        now = self.clock.now()
        return self._changed(
            persona,
            name,
            lambda each: each if each.is_archived else replace(each, archived=now),
            EntityAct.ARCHIVE,
            author=author,
            reason=reason,
        )

    def unarchive(self, persona: Persona, name: str, *, author: NoteAuthor, reason: str = "") -> Entity:
        """Bring an entity back."""
        return self._changed(
            persona, name, lambda each: replace(each, archived=None), EntityAct.UNARCHIVE, author=author, reason=reason
        )

    def merge(self, persona: Persona, name: str, other: str, *, author: NoteAuthor, reason: str = "") -> Entity:
        """Make one of two that are one: the other's names become aliases, its lines follow; its own text and history stay."""
        why = self._why(reason)
        for tried in range(MOST_TRIES):
            into, gone = self.reading.get(persona, name), self.reading.get(persona, other)
            if into.id == gone.id:
                raise InvalidInput(f"{name!r} and {other!r} are one entity already")
            text = into.text
            if new := profile_lines.without_known(gone.text, text=text):
                text = profile_lines.appended(text, new)
            entities.checked_profile(text, before=into.text, name=into.name, rules=self.reading.rules)
            whole = replace(into, text=text, aliases=checked_aliases(into.name, (*into.aliases, *gone.names)))
            away = replace(gone, archived=gone.archived or self.clock.now(), merged_into=into.id, aliases=())
            evidence = self.reading.store.evidence(persona.id, gone.id)
            edits = [
                EntityEdit(away, EntityAct.MERGE, author, why),
                EntityEdit(whole, EntityAct.MERGE, author, why, evidence),
            ]
            try:
                return self.reading.store.edit(persona.id, edits, at=self.clock.now())[-1]
            except EntityMoved:
                if tried == MOST_TRIES - 1:
                    raise
        raise EntityNotFound(name)

    def remove(self, persona: Persona, name: str, *, base: int | None = None) -> Entity:
        """Delete an entity with its history for good; its name is not proposed again."""
        entity = self.reading.get(persona, name)
        if base is not None and base != entity.version:
            raise EntityMoved(entity.name, base=base, version=entity.version)
        self.reading.store.remove(persona.id, entity)
        for each in entity.names:
            self.proposals.refuse_name(persona.id, name_key(each), each, at=self.clock.now())
        return entity

    def kept(self, text: str) -> str:
        """Return a text as it may be kept; raise `NotRecorded` when the owner wants such a one never written down."""
        if self.unrecorded.covers_text(checked_text(text, what="profile")):
            raise NotRecorded("profile")
        return self.masking.of_text(text)

    def consolidated(
        self,
        persona: Persona,
        entity: Entity,
        text: str,
        *,
        added: str,
        author: NoteAuthor,
        reason: str,
        evidence: Evidence,
    ) -> Entity:
        """Write, in one step, what is added and then the text that Omoide made of both; raise `EntityMoved` when overtaken."""
        new = self.masking.of_text(text)
        entities.checked_profile(new, before=entity.text, name=entity.name, rules=self.reading.rules)
        edits, base = [], entity
        if added:
            longer = replace(entity, text=self.masking.of_text(profile_lines.appended(entity.text, added)))
            edits.append(EntityEdit(longer, EntityAct.APPEND, author, self._why(reason)))
            base = replace(longer, version=entity.version + 1)
        if new != base.text:
            made = replace(base, text=new)
            edits.append(EntityEdit(made, EntityAct.CONSOLIDATE, NoteAuthor.OMOIDE, "", evidence))
        if not edits:
            return entity
        return self.reading.store.edit(persona.id, edits, at=self.clock.now())[-1]

    def _changed(
        self,
        persona: Persona,
        name: str,
        change: Callable[[Entity], Entity],
        act: EntityAct,
        *,
        author: NoteAuthor,
        reason: str = "",
        base: int | None = None,
        makes: bool = False,
        evidence: Evidence | None = None,
    ) -> Entity:
        why, tries = self._why(reason), MOST_TRIES
        while True:
            tries -= 1
            before = self._there(persona, name, makes=makes)
            if base is not None and base != before.version:
                raise EntityMoved(before.name, base=base, version=before.version)
            after = change(before)
            if after == before and before.id != entities.UNKEPT:
                return before
            rules = self.reading.rules
            entities.checked_profile(after.text, before=before.text, name=before.name, rules=rules)
            edit = EntityEdit(after, act, author, why, evidence or {})
            try:
                return self.reading.store.edit(persona.id, [edit], at=self.clock.now())[-1]
            except EntityMoved:
                if base is not None or not tries:
                    raise
            except NameTaken:
                if before.version or not tries:  # else somebody else has just made the same entity
                    raise

    def _there(self, persona: Persona, name: str, *, makes: bool) -> Entity:
        found = self.reading.find(persona, name)
        if found is not None:
            return found
        if not makes:
            raise EntityNotFound(name)
        return Entity(entities.UNKEPT, self._kept_name(name))

    def _kept_name(self, name: str) -> str:
        """Return the name if it may be kept: masked, it would no longer find what it names."""
        shown = self.masking.checked_label(checked_entity_name(name), name="name")
        if self.unrecorded.covers_text(shown):
            raise NotRecorded("name")
        return shown

    def _why(self, reason: str) -> str:
        return self.masking.of_text(checked_reason(reason))
