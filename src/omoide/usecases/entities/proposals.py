"""Proposals: looked at, told to the persona at the next conversation, accepted or dismissed (SPEC EN2)."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from omoide.domain.entities import drafting, proposal
from omoide.domain.entities.entity import Entity
from omoide.domain.entities.profile_lines import line_key, line_words, told_lines
from omoide.domain.entities.proposal import DraftLine, Proposal, ProposalId, ProposalStatus
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.errors import EntityMoved, NameTaken, ProposalNotFound
from omoide.ports.entities.proposals import ProposalStore
from omoide.ports.memories.store import MemoryReading
from omoide.usecases.entities.edits import EditEntities
from omoide.usecases.entities.propose import evidence_of, in_order, memory_source

MOST_TRIES = 5


@dataclass(frozen=True, slots=True)
class ProposedEntity:
    """A proposal with what it rests on, as it is there now."""

    proposal: Proposal
    memories: tuple[Memory, ...]
    lines: tuple[DraftLine, ...]
    """What would be written: as a model drafted it, else its memories, quoted."""


@dataclass(frozen=True, slots=True)
class HandleProposals:
    """Tells and settles proposals."""

    store: ProposalStore
    memories: MemoryReading
    edits: EditEntities

    def all(self, persona: Persona, *, status: ProposalStatus | None = ProposalStatus.PENDING) -> list[ProposedEntity]:
        """Return proposals, oldest first: those that wait, or of another status, or all."""
        found = [each for each in self.store.all(persona.id) if status is None or each.status is status]
        ids = [memory_id for each in found for memory_id in each.memory_ids]
        there = self.memories.get(persona.id, list(dict.fromkeys(ids)))
        return [self._whole(persona, each, there) for each in found]

    def get(self, persona: Persona, proposal_id: ProposalId) -> ProposedEntity:
        """Return a proposal that waits; raise `ProposalNotFound` when there is none with this id."""
        for each in self.store.all(persona.id):
            if each.id == proposal_id and each.status is ProposalStatus.PENDING:
                return self._whole(persona, each, self.memories.get(persona.id, list(each.memory_ids)))
        raise ProposalNotFound(proposal_id)

    def accept(
        self, persona: Persona, proposal_id: ProposalId, *, name: str | None, text: str | None, author: NoteAuthor
    ) -> Entity:
        """Write what is proposed into a profile, under its name or another, in its words or others.

        The profile is written first: killed in between, the proposal still waits, and accepting it again adds no line twice.
        """
        found, entity = self._accepted(persona, proposal_id, name, text, author=author)
        if found.proposal.key not in entity.keys:  # it goes by the name it was proposed by, too
            with suppress(NameTaken):
                entity = self.edits.add_aliases(persona, entity.name, [found.proposal.name], author=author)
        self.store.settle(persona.id, proposal_id, ProposalStatus.ACCEPTED, at=self.edits.clock.now())
        return entity

    def dismiss(self, persona: Persona, proposal_id: ProposalId) -> Proposal:
        """Say that nothing is to be written; a name without a profile is not proposed again."""
        at = self.edits.clock.now()
        settled = self.store.settle(persona.id, proposal_id, ProposalStatus.DISMISSED, at=at)
        if settled is None:
            raise ProposalNotFound(proposal_id)
        return settled

    def to_tell(self, persona: Persona, *, session_id: str, limit: int) -> list[tuple[ProposalId, str]]:
        """Return what the persona is told in a session: what no session was told yet, and in this one always the same.

        Without a session nothing is noted.  What is proposed while a session goes on waits for the next one.
        """
        if session_id and (told := self.store.told(persona.id, session_id)):
            return told
        waiting = self.store.untold(persona.id)
        began = self.edits.reading.names.session_began(persona.id, session_id) if session_id and waiting else None
        waiting = [each for each in waiting if began is None or each.made <= began][:limit]
        if not waiting:
            return []
        ids = [memory_id for each in waiting for memory_id in each.memory_ids]
        there = self.memories.get(persona.id, ids)
        lines = [
            (
                each.id,
                proposal.told_line(
                    each,
                    labels=[memory.label for memory in in_order(there, each.memory_ids)],
                    language=persona.language,
                ),
            )
            for each in waiting
        ]
        if not session_id:
            return lines
        return self.store.tell(persona.id, session_id, lines, at=self.edits.clock.now())

    def _accepted(
        self, persona: Persona, proposal_id: ProposalId, name: str | None, text: str | None, *, author: NoteAuthor
    ) -> tuple[ProposedEntity, Entity]:
        tries = MOST_TRIES
        while True:
            found, tries = self.get(persona, proposal_id), tries - 1
            try:
                return found, self._written(persona, found, name or found.proposal.name, text, author)
            except EntityMoved:  # a turn it rests on was erased just now
                if not tries:
                    raise

    def _written(
        self, persona: Persona, found: ProposedEntity, name: str, text: str | None, author: NoteAuthor
    ) -> Entity:
        there = self.edits.reading.find(persona, name)
        if text is not None:
            return self.edits.append(persona, name, text, author=author) if text.strip() else self._empty(persona, name)
        known = set() if there is None else set(map(line_words, told_lines(there.text)))
        new = [line for line in found.lines if line_words(line.text) not in known]
        if not new:
            return self._empty(persona, name) if there is None else there
        evidence = {line_key(line.text): line.evidence for line in new if line.evidence}
        added = "\n".join(line.text for line in new)
        return self.edits.append(persona, name, added, author=NoteAuthor.OMOIDE, evidence=evidence)

    def _empty(self, persona: Persona, name: str) -> Entity:
        """Return the entity as it is, made with an empty profile when it is not there."""
        found = self.edits.reading.find(persona, name)
        return found or self.edits.begin(persona, name, author=NoteAuthor.OMOIDE)

    def _whole(self, persona: Persona, found: Proposal, there: Mapping[MemoryId, Memory]) -> ProposedEntity:
        related = in_order(dict(there), found.memory_ids)
        lines = found.draft or tuple(
            DraftLine(written.text, evidence_of(related[written.rests_on[0] - 1]))
            for written in drafting.by_rules(
                found.name, [memory_source(memory, persona) for memory in related], language=persona.language
            )
        )
        return ProposedEntity(found, tuple(related), lines)
