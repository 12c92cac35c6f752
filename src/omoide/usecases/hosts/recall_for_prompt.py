"""Bring to mind: what a prompt calls up, ready to be shown to a model (SPEC H1, I3; LTM 記憶注入システム).

Recall fills up with whatever lies nearest; a prompt is only met with what really touches it.  What the conversation
itself still shows is left out: turns of the same session, and memories that were shown in it before.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.context.composition import LeftOut, LeftOutReason
from omoide.domain.context.injection import Line, in_order_of_place, line_of
from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventFilter, EventId
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.changes.arranging import Placed
from omoide.domain.recall.cue import query_terms
from omoide.domain.recall.recalled_memory import CameToMind, RecalledMemory
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time import moment, period
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.domain.understanding.worth import Skipped, worth_of
from omoide.errors import StoreReadOnly
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryStore
from omoide.usecases.beliefs.beliefs import Beliefs
from omoide.usecases.hosts.capture import place_label
from omoide.usecases.recall.recall import Recall
from omoide.usecases.recall.recall_memories import RecallMemories

LONGEST_CUE = 2_000
"""Characters of a prompt that call something up: of a long one the beginning and the end, where people say what they want."""
MEMORIES = "memories"
"""The section of a context in which they are shown."""
LONGEST_NAMED = 60
"""Characters by which a memory that was left out is named."""
FRESH = 50
"""Turns not yet made into memories that are looked at as they are."""


@dataclass(frozen=True, slots=True)
class InjectionRules:
    """How much is shown, and what must speak for it."""

    most_memories: int = 5
    least_similarity: float = 0.3
    """Cosine of prompt and memory from which the memory is shown."""
    least_coverage: float = 0.5
    """Share of the prompt's telling words in the memory from which it is shown too, however it is phrased."""
    same_place_gain: float = 1.15
    """Factor on the priority of what was said in the same project."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What came to mind."""

    lines: tuple[Line, ...] = ()
    memories: tuple[Memory, ...] = ()
    """What the coming night is to strengthen, once `came_to_mind` has been told."""
    session_id: str = ""
    keys: tuple[str, ...] = ()
    """By what each of the lines is known again."""
    left_out: tuple[LeftOut, ...] = ()
    """What came near, and why it is not told."""

    @property
    def memory_ids(self) -> tuple[MemoryId, ...]:
        """Return which memories came to mind."""
        return tuple(memory.id for memory in self.memories)


@dataclass(frozen=True, slots=True)
class RecallForPrompt:
    """Finds what a prompt calls up."""

    memories: RecallMemories
    recall: Recall
    store: MemoryStore
    events: EventStore
    rules: InjectionRules

    def __call__(
        self,
        persona: Persona,
        prompt: str,
        *,
        session_id: str,
        place: str,
        shown: Collection[MemoryId] = (),
        heard_since: Moment = EARLIEST,
        all_remembered: bool = False,
        by_words_alone: bool = False,
    ) -> Brought:
        """Return what the prompt calls up, the most relevant first.  `came_to_mind` notes it; nobody need wait for that.

        What was said in the session since `heard_since` the conversation itself still shows.
        `all_remembered` says that no turn waits to become a memory, so that none need be looked for.
        `by_words_alone` looks for memories that share the prompt's words, and for nothing else: the quick way.
        """
        cue = cue_of(prompt)
        if not cue:
            return Brought()
        memories = replace(self.memories, by_words_alone=by_words_alone)
        where = "" if by_words_alone else place
        heard = _Heard(session_id, heard_since)
        found, left_out = self._chosen(memories, persona, cue, heard=heard, place=where, shown=shown)
        fresh = [] if all_remembered or by_words_alone else self._fresh(persona, cue, heard=heard)
        told = self._holding(persona, cue, found, fresh, is_quick=by_words_alone)
        over = [each for each in told[self.rules.most_memories :] if each.place < len(found)]
        left_out += [_left_out(found[each.place].memory, LeftOutReason.OVER_BUDGET) for each in over]
        brought = _brought(told[: self.rules.most_memories], found, fresh, persona)
        return replace(brought, session_id=session_id, left_out=tuple(left_out))

    def came_to_mind(self, persona: Persona, *brought: Brought) -> None:
        """Note what came to mind: the coming night strengthens it, and a session now feels as the first of it did."""
        now = self.memories.clock.now()
        came = [
            CameToMind(each.memory_ids, now, each.session_id, each.memories[0].feeling)
            for each in brought
            if each.memories
        ]
        if came:
            self.memories.log.flag(persona.id, *came)

    def noted(self, persona: Persona, brought: Brought) -> None:
        """Note what came to mind for somebody who waits: while others write, beside the caller; not where nothing can be written."""
        if not brought.memories:
            return
        now = self.memories.clock.now()
        came = CameToMind(brought.memory_ids, now, brought.session_id, brought.memories[0].feeling)
        with suppress(StoreReadOnly):
            self.memories.note(persona, came)

    def _chosen(
        self,
        memories: RecallMemories,
        persona: Persona,
        cue: str,
        *,
        heard: "_Heard",
        place: str,
        shown: Collection[MemoryId],
    ) -> tuple[list[RecalledMemory], list[LeftOut]]:
        limit = self.rules.most_memories * 2 + len(shown)
        near = memories(persona, cue, session_id=heard.session_id, limit=limit, flag=False)
        reasons = [self._reason(cue, each, heard=heard, shown=shown) for each in near]
        found = [each for each, reason in zip(near, reasons, strict=True) if reason is None]
        left_out = [_left_out(each.memory, reason) for each, reason in zip(near, reasons, strict=True) if reason]
        here = self._said_here(persona, [each.memory for each in found], place)
        order = in_order_of_place(
            [(each.why.priority, each.memory.event_id in here) for each in found],
            same_place_gain=self.rules.same_place_gain,
        )
        return [found[at] for at in order], left_out

    def _reason(
        self, cue: str, found: RecalledMemory, *, heard: "_Heard", shown: Collection[MemoryId]
    ) -> LeftOutReason | None:
        """Return why a memory is not told; `None` when it may be."""
        if heard.shows(found.memory.session_id, found.memory.created):
            return LeftOutReason.IN_CONVERSATION
        if found.memory.id in shown:
            return LeftOutReason.SHOWN_BEFORE
        is_near = touches(cue, found.memory.text, found.why.similarity, rules=self.rules)
        return None if is_near else LeftOutReason.BELOW_FLOOR

    def _holding(
        self, persona: Persona, cue: str, found: Sequence[RecalledMemory], fresh: Sequence[Event], *, is_quick: bool
    ) -> list[Placed]:
        """Return the places of memories and then of what is no memory yet, in the order of what holds."""
        if is_quick:
            return [Placed(place, each.why.priority) for place, each in enumerate(found)]
        ids = [each.memory.event_id or EventId(0) for each in found] + [event.id for event in fresh]
        strengths = [each.why.priority for each in found]
        strengths += [min(strengths, default=1.0)] * len(fresh)  # as yet nothing says how strong it will be
        now = self.memories.clock.now()
        is_of_then = bool(period.named_periods(cue, now=now, tz=persona.tz))
        gathered = self.recall.holding(persona, cue, query_terms(cue), ids, now=now, is_of_then=is_of_then)
        return gathered.placed(ids, strengths)

    def _said_here(self, persona: Persona, memories: Sequence[Memory], place: str) -> set[EventId]:
        ids = [memory.event_id for memory in memories if memory.event_id is not None]
        told = self.events.get(persona.id, ids) if place and ids else {}
        return {event_id for event_id, event in told.items() if event.client_id == place_label(place)}

    def _fresh(self, persona: Persona, cue: str, *, heard: "_Heard") -> list[Event]:
        """Return what was said so lately that it is no memory yet."""
        waiting = self.store.unremembered(persona.id, limit=FRESH)
        events = self.events.get(persona.id, waiting) if waiting else {}
        if not events:
            return []
        since = min(event.created for event in events.values())
        found = self.recall(persona, cue, where=EventFilter(since=since), limit=FRESH)
        near = [
            each.event
            for each in found
            if each.event.id in events and touches(cue, each.text, each.why.cosine or 0.0, rules=self.rules)
        ]
        return [event for event in near if not heard.shows(event.session_id, event.created)]


@dataclass(frozen=True, slots=True)
class _Heard:
    """What the conversation itself still shows."""

    session_id: str
    since: Moment

    def shows(self, session_id: str, at: Moment) -> bool:
        """Tell whether what was said in a session at a moment is in view."""
        return bool(self.session_id) and session_id == self.session_id and at >= self.since


def _left_out(memory: Memory, reason: LeftOutReason) -> LeftOut:
    what = one_line(memory.trigger or memory.content, longest=LONGEST_NAMED)
    return LeftOut(MEMORIES, memory_key(memory.id), what, reason)


def memory_key(memory_id: MemoryId) -> str:
    """Return by what a memory is known again in a context."""
    return f"memory:{memory_id}"


def _brought(
    told: Sequence[Placed], memories: Sequence[RecalledMemory], fresh: Sequence[Event], persona: Persona
) -> Brought:
    lines, remembered, keys = list[Line](), list[Memory](), list[str]()
    for each in told:
        is_past = each.outdated_by is not None
        if each.place < len(memories):
            remembered.append(memories[each.place].memory)
            keys.append(memory_key(remembered[-1].id))
            lines.append(line_of(remembered[-1], tz=persona.tz, is_past=is_past))
        else:
            event = fresh[each.place - len(memories)]
            keys.append(f"event:{event.id}")
            lines.append(_event_line(event, persona, is_past=is_past))
    return Brought(tuple(lines), tuple(remembered), keys=tuple(keys))


def touches(cue: str, text: str, similarity: float, *, rules: InjectionRules) -> bool:
    """Tell whether a memory has to do with a prompt: by its meaning, or by the words they share."""
    return similarity >= rules.least_similarity or coverage(cue, text) >= rules.least_coverage


def coverage(cue: str, text: str) -> float:
    """Return the share of the cue's telling words, each by its weight, that the text holds, 0..1."""
    terms = [term for term in query_terms(cue) if not term.is_speaker]
    if not any(term.weight >= 1.0 for term in terms):
        return 0.0
    held = set(document_tokens(text))
    return sum(term.weight for term in terms if term.token in held) / sum(term.weight for term in terms)


def cue_of(prompt: str) -> str:
    """Return what of a prompt may call something up; nothing for a command."""
    edge = LONGEST_CUE // 2
    short = prompt if len(prompt) <= LONGEST_CUE * 4 else f"{prompt[: LONGEST_CUE * 2]}\n{prompt[-LONGEST_CUE * 2 :]}"
    worth = worth_of(short)
    if isinstance(worth, Skipped):
        return ""
    said = worth.user
    return said if len(said) <= LONGEST_CUE else f"{said[:edge]}\n{said[-edge:]}"


def _event_line(event: Event, persona: Persona, *, is_past: bool = False) -> Line:
    day, said = moment.day(event.created, tz=persona.tz).isoformat(), shown_event(event)
    return Line(date=day, level=1, trigger=said.user, content=said.assistant or "", is_past=is_past)


def _task_line(state: State, persona: Persona) -> Line:
    known = state.last_confirmed or state.valid_from
    day = moment.day(known, tz=persona.tz).isoformat() if known is not None else "…"
    return Line(date=day, level=1, trigger=state.body, content="")


@dataclass(frozen=True, slots=True)
class LookBack:
    """Tells what was said last: in this project before this session, or in this session before it was compacted."""

    events: EventStore
    beliefs: Beliefs
    most_turns: int = 5

    def open_tasks(self, persona: Persona) -> tuple[Line, ...]:
        """Return what is still to be done, the last confirmed first."""
        waiting = [state for state in self.beliefs(persona) if state.kind is StateKind.TASK and not state.is_done]
        waiting.sort(key=lambda state: -(state.last_confirmed or 0))
        return tuple(_task_line(state, persona) for state in waiting[: self.most_turns])

    def last_time(self, persona: Persona, *, place: str, session_id: str) -> tuple[Line, ...]:
        """Return the last turns of the last session here, oldest first."""
        where = EventFilter(client_id=place_label(place), complete_only=True)
        found = self.events.find(persona.id, where, limit=self.most_turns * 4, newest_first=True)
        earlier = [event for event in found if event.session_id != session_id]
        same = [event for event in earlier if event.session_id == earlier[0].session_id][: self.most_turns]
        return tuple(_event_line(event, persona) for event in reversed(same))

    def this_session(self, persona: Persona, *, session_id: str) -> tuple[Line, ...]:
        """Return the last turns of this session, oldest first."""
        where = EventFilter(session_id=session_id, complete_only=True)
        found = self.events.find(persona.id, where, limit=self.most_turns * 2, newest_first=True)
        return tuple(_event_line(event, persona) for event in reversed(found))
