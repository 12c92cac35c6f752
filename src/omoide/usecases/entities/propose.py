"""Propose: the shadow looks for names that recur and have no profile, with the memories in which they stand (SPEC EN2; NEX 影の僕).

By rules a proposal is the name, how often it was said, and its strongest memories.  A model, where one is set, drafts lines besides;
where it cannot be asked the proposal stands without them, and a later night asks again.  Each is kept by itself: killed
anywhere, the next run goes on, and a second one finds nothing new.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from omoide.asks.write_profile import WriteProfile
from omoide.domain.entities import drafting, proposal
from omoide.domain.entities.drafting import ProfileSource, SourceKind
from omoide.domain.entities.names import name_key
from omoide.domain.entities.proposal import (
    DraftLine,
    KnownName,
    NewProposal,
    Proposal,
    ProposalRules,
    ProposalStatus,
    RecurringName,
)
from omoide.domain.events.event import EventId
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.errors import Refused, Unavailable
from omoide.ports.entities.proposals import ProposalStore
from omoide.ports.memories.store import MemoryReading
from omoide.ports.models.thinker import Thinker
from omoide.usecases.entities.reading import ReadEntities

LONGEST_DRAFT = 2_000
"""Characters that a model may draft."""


@dataclass(frozen=True, slots=True)
class ProposalReport:
    """What a run found, by name."""

    made: tuple[str, ...] = ()
    renewed: tuple[str, ...] = ()
    """Those of which more was said since, and those that were drafted only now."""
    undrafted: tuple[str, ...] = ()
    """No model could be asked about them now."""
    stopped_by: str = field(default="")


@dataclass(frozen=True, slots=True)
class ProposeEntities:
    """Looks for names that recur."""

    reading: ReadEntities
    proposals: ProposalStore
    memories: MemoryReading
    thinker: Callable[[], Thinker]
    has_model: Callable[[], bool]
    """Tells whether a model drafts; looked up only when there is something to draft."""
    rules: ProposalRules

    def __call__(self, persona: Persona, *, between: Callable[[], None] | None = None) -> ProposalReport:
        """Keep what is to be proposed, the names of most days first."""
        report = ProposalReport()
        kept = {each.key: each for each in self.proposals.all(persona.id)}
        today = moment.day(self.reading.clock.now(), tz=persona.tz)
        most = proposal.left_of_the_night(kept.values(), today=today, tz=persona.tz, rules=self.rules)
        for found in self.recurring(persona, kept)[:most]:
            report = self._kept(persona, found, kept.get(found.key), report)
            if between is not None:
                between()
        return report

    def recurring(self, persona: Persona, kept: dict[str, Proposal]) -> list[RecurringName]:
        """Return the names that recur and are news: not those that wait as they are."""
        known = self._known(persona, kept)
        pending = {key: each for key, each in kept.items() if each.status is ProposalStatus.PENDING}
        waiting = {key: each.uses for key, each in pending.items() if each.by or not self.has_model()}
        wanted = proposal.worth_a_look(
            self.reading.names.spellings(persona.id), known=known, waiting=waiting, rules=self.rules
        )
        uses = self.reading.names.uses(persona.id, wanted)
        found = proposal.recurring(uses, known=known, tz=persona.tz, rules=self.rules)
        news = [each for each in found if self._is_news(each, kept.get(each.key))]
        return sorted(news, key=lambda each: each.key in pending)  # new names first

    def _known(self, persona: Persona, kept: dict[str, Proposal]) -> dict[str, KnownName]:
        found = {name_key(persona.name): KnownName()}
        for key, each in kept.items():
            if each.status is not ProposalStatus.PENDING:
                found[key] = KnownName(since=each.settled if each.status is ProposalStatus.ACCEPTED else None)
        for entity in self.reading.all(persona, archived=True):
            for key in entity.keys:
                settled = kept[key].settled if key in kept else None
                since = max(entity.changed, settled or entity.changed)
                found[key] = KnownName(entity.id, None if entity.is_archived else since)
        return found

    def _is_news(self, found: RecurringName, kept: Proposal | None) -> bool:
        """Tell whether it is to be kept: nothing waits for this name, more was said on other days, or nobody drafted it."""
        if kept is None or kept.status is not ProposalStatus.PENDING or kept.entity_id != found.entity_id:
            return True
        return found.days > kept.days or (not kept.by and self.has_model())

    def _kept(
        self, persona: Persona, found: RecurringName, before: Proposal | None, report: ProposalReport
    ) -> ProposalReport:
        related = self._related(persona, found)
        rests = [event_id for memory in related for event_id in evidence_of(memory)]
        new = NewProposal(
            found=found,
            memory_ids=tuple(memory.id for memory in related),
            made=self.reading.clock.now(),
            rests_on=tuple(dict.fromkeys((*rests, *found.event_ids[-self.rules.rests_on :]))),
        )
        why = ""
        if self.has_model() and related:
            try:
                new = self._drafted(persona, new, related)
            except (Refused, Unavailable) as exc:
                why = str(exc) or type(exc).__name__
        if why:
            report = replace(report, undrafted=(*report.undrafted, found.name), stopped_by=why)
            if before is not None and before.status is ProposalStatus.PENDING and before.days == found.days:
                return report
        if not self.proposals.keep(persona.id, new, replaces=before):
            return report
        if before is not None and before.status is ProposalStatus.PENDING:
            return replace(report, renewed=(*report.renewed, found.name))
        return replace(report, made=(*report.made, found.name))

    def _related(self, persona: Persona, found: RecurringName) -> list[Memory]:
        """Return the strongest memories made of the turns that name it."""
        ids = self.reading.names.strongest(persona.id, found.event_ids, limit=self.rules.related)
        return in_order(self.memories.get(persona.id, ids), ids)

    def _drafted(self, persona: Persona, new: NewProposal, related: Sequence[Memory]) -> NewProposal:
        entity = self.reading.find(persona, new.found.name)
        sources = [memory_source(memory, persona) for memory in related]
        lines = [] if entity is None else drafting.text_sources(entity.text, owners=frozenset())
        aliases = () if entity is None else entity.aliases
        told = self.thinker().answer(
            WriteProfile(
                new.found.name, aliases, (*sources, *lines), LONGEST_DRAFT + sum(len(each.text) for each in lines)
            )
        )
        draft = []
        for line in told.value:
            rests = [related[number - 1].event_id for number in line.rests_on if number <= len(related)]
            if rests:  # what rests on lines alone is there already
                draft.append(DraftLine(line.text, tuple(dict.fromkeys(each for each in rests if each is not None))))
        return replace(new, draft=tuple(draft), by=told.by)


def memory_source(memory: Memory, persona: Persona) -> ProfileSource:
    """Return a memory as something a profile may be made of: what set it off, else how the persona reacted."""
    day = moment.day(memory.created, tz=persona.tz)
    return ProfileSource(SourceKind.MEMORY, memory.trigger.strip() or memory.content, day)


def in_order(found: dict[MemoryId, Memory], ids: Sequence[MemoryId]) -> list[Memory]:
    """Return the memories that are still there, in order."""
    return [found[each] for each in ids if each in found]


def evidence_of(memory: Memory) -> tuple[EventId, ...]:
    """Return the turn a memory was made of."""
    return () if memory.event_id is None else (memory.event_id,)
