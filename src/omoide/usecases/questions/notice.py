"""Notice: what talk left open, and what later talk answered, read from what is kept, without a model (SPEC D4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from omoide.domain.beliefs.state import State, StateId
from omoide.domain.entities.profile_lines import bare, is_structure, told_lines
from omoide.domain.entities.proposal import NameUse, Proposal, ProposalStatus
from omoide.domain.events.event import OWNER, EntityKind, Event, EventFilter, EventId
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Memory
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import noticing
from omoide.domain.questions.answering import speaks_of, told_by
from omoide.domain.questions.noticing import HEAVY, LATEST_OUTCOME_DAYS, WORRY_DAYS, HeavyWords, PassedTask, UnknownName
from omoide.domain.questions.question import LONGEST_ANSWER, Answer, NewQuestion, OpenQuestion
from omoide.domain.reminders.due import due_tasks
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.entities.proposals import ProposalStore
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryFilter, MemoryReading
from omoide.ports.time.clock import Clock
from omoide.usecases.entities.reading import ReadEntities

MOST_HEAVY: Final = 5
"""Heavy turns that are looked at, the heaviest first."""
MOST_NAMES: Final = 5
FEWEST_DAYS: Final = 3
"""On which somebody must have been named."""
MOST_BELIEFS: Final = 20
MOST_LATER: Final = 2_000
"""Turns that are looked through for whether somebody came back to something."""
MOST_OF_A_PROFILE: Final = 3
"""Lines of a profile that answer who somebody is."""
MOST_EVIDENCE: Final = 20


@dataclass(frozen=True, slots=True)
class NoticeQuestions:
    """Finds what is open, and what is no longer."""

    beliefs: BeliefStore
    memories: MemoryReading
    events: EventStore
    proposals: ProposalStore
    entities: ReadEntities
    clock: Clock

    def raised(self, persona: Persona, *, known: Sequence[str]) -> list[NewQuestion]:
        """Return what may be asked; `known` are keys of questions that were asked before."""
        now = self.clock.now()
        today, taken = moment.day(now, tz=persona.tz), frozenset(known)
        tasks = self._passed(persona, today, taken)
        heavy = self._heavy(persona, today, taken)
        return [
            *noticing.outcomes(tasks, today=today, now=now, language=persona.language),
            *noticing.worries(heavy, today=today, now=now, language=persona.language),
            *noticing.names(self._names(persona, today, taken), now=now, language=persona.language),
        ]

    def answered(self, persona: Persona, asked: Iterable[OpenQuestion]) -> list[tuple[OpenQuestion, Answer]]:
        """Return which of the open questions are answered, each with its answer."""
        found = [(question, self._answer(persona, question)) for question in asked if question.is_open]
        return [(question, answer) for question, answer in found if answer is not None]

    def _passed(self, persona: Persona, today: date, taken: frozenset[str]) -> list[PassedTask]:
        first = today - timedelta(days=LATEST_OUTCOME_DAYS)
        due = [
            task
            for task in due_tasks(self.beliefs.known(persona.id, at=None), tz=persona.tz)
            if first <= task.day < today and f"outcome:{task.id}:{task.day.isoformat()}" not in taken
        ]
        return [PassedTask(task.id, task.body, task.day, self._evidence(persona, task.id)) for task in due]

    def _heavy(self, persona: Persona, today: date, taken: frozenset[str]) -> list[HeavyWords]:
        soonest, latest = WORRY_DAYS
        since = moment.start_of(today - timedelta(days=latest), tz=persona.tz)
        until = moment.start_of(today - timedelta(days=soonest - 1), tz=persona.tz)
        held = self.memories.find(persona.id, MemoryFilter(since=since, until=until), newest_first=False)
        weighs = [memory for memory in held if _weighs(memory) and f"worry:{memory.event_id}" not in taken]
        chosen = sorted(weighs, key=lambda memory: (-memory.emotional_intensity, memory.id))[:MOST_HEAVY]
        said = self.events.get(persona.id, [each.event_id for each in chosen if each.event_id is not None])
        later = self._later(persona, since) if said else []
        return [
            HeavyWords(
                event.id, day, event.user, memory.emotional_intensity, _comes_back(event.user, day, later, persona)
            )
            for memory in chosen
            if memory.event_id is not None and (event := said.get(memory.event_id)) is not None
            for day in [moment.day(event.created, tz=persona.tz)]
        ]

    def _names(self, persona: Persona, today: date, taken: frozenset[str]) -> list[UnknownName]:
        # what this very night proposed is for the next one, also when the night is gone through twice
        waiting = [
            each
            for each in self.proposals.all(persona.id)
            if _is_unknown(each)
            and moment.day(each.made, tz=persona.tz) < today
            and noticing.name_slot(each.key) not in taken
        ]
        likely = sorted(waiting, key=lambda each: (-each.days, each.id))[:MOST_NAMES]
        chosen = [each for each in likely if not self._is_explained(persona, each.name)]
        uses = self.entities.names.uses(persona.id, [each.name for each in chosen]) if chosen else []
        return [_unknown(each, [use for use in uses if use.name == each.name], persona) for each in chosen]

    def _is_explained(self, persona: Persona, name: str) -> bool:
        """Tell whether something is believed of them, not only supposed."""
        held = self.beliefs.naming(persona.id, [name], limit=MOST_BELIEFS)
        return any(not state.candidate and state.about == name for state in held)

    def _answer(self, persona: Persona, question: OpenQuestion) -> Answer | None:
        kind, _, rest = question.key.partition(":")
        if kind == "outcome":
            return self._outcome(persona, StateId(int(rest.partition(":")[0])))
        if kind == "worry":
            return self._came_back(persona, question)
        return self._profile(persona, question) if kind == "name" else None

    def _outcome(self, persona: Persona, state_id: StateId) -> Answer | None:
        state = self.beliefs.get(persona.id, [state_id]).get(state_id)
        if state is None or not _is_over(state, now=self.clock.now()):
            return None
        last = self.beliefs.history(persona.id, state_id)[-1].change
        said = self.events.get(persona.id, list(last.evidence))
        told = [told_by(event.user) for event in said.values() if event.source != OWNER]
        return Answer(next(filter(None, told), ""), NoteAuthor.OMOIDE, tuple(sorted(said)))

    def _came_back(self, persona: Persona, question: OpenQuestion) -> Answer | None:
        since = moment.start_of(question.source_date + timedelta(days=1), tz=persona.tz)
        for event in self._later(persona, since):
            if speaks_of(question.topic, event.user) and (told := told_by(event.user)):
                return Answer(told, NoteAuthor.OMOIDE, (event.id,))
        return None

    def _profile(self, persona: Persona, question: OpenQuestion) -> Answer | None:
        found = self.entities.find(persona, question.topic)
        lines = [] if found is None else [bare(line) for line in told_lines(found.text) if not is_structure(line)]
        if found is None or not lines:
            return None
        rests = self.entities.store.evidence(persona.id, found.id).values()
        evidence = sorted({event_id for held in rests for event_id in held})[-MOST_EVIDENCE:]
        told = one_line(" ".join(lines[:MOST_OF_A_PROFILE]), longest=LONGEST_ANSWER)
        return Answer(told, NoteAuthor.OMOIDE, tuple(evidence))

    def _later(self, persona: Persona, since: Moment) -> list[Event]:
        found = self.events.find(persona.id, EventFilter(since=since), limit=MOST_LATER)
        return [event for event in found if event.user.strip() and event.source != OWNER]

    def _evidence(self, persona: Persona, state_id: StateId) -> tuple[EventId, ...]:
        steps = self.beliefs.history(persona.id, state_id)
        return tuple(sorted({event_id for step in steps for event_id in step.change.evidence}))[:MOST_EVIDENCE]


def _weighs(memory: Memory) -> bool:
    is_heavy = memory.emotional_valence is Valence.NEGATIVE and memory.emotional_intensity >= HEAVY
    return is_heavy and memory.event_id is not None


def _comes_back(said: str, day: date, later: Sequence[Event], persona: Persona) -> bool:
    return any(moment.day(event.created, tz=persona.tz) > day and speaks_of(said, event.user) for event in later)


def _is_over(state: State, *, now: Moment) -> bool:
    return state.is_done or state.is_past_at(now)


def _is_unknown(proposal: Proposal) -> bool:
    is_new = proposal.status is ProposalStatus.PENDING and proposal.entity_id is None
    return is_new and proposal.kind is EntityKind.PERSON and proposal.days >= FEWEST_DAYS


def _unknown(proposal: Proposal, uses: Sequence[NameUse], persona: Persona) -> UnknownName:
    held = sorted(uses, key=lambda use: (use.at, use.event_id))
    first = moment.day(held[0].at if held else proposal.made, tz=persona.tz)
    evidence = tuple(dict.fromkeys(use.event_id for use in held))[-MOST_EVIDENCE:]
    return UnknownName(proposal.key, proposal.name, proposal.days, first, evidence)
