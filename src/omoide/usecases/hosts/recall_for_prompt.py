"""Bring to mind: what a prompt calls up, ready to be shown to a model (SPEC H1, I3; LTM 記憶注入システム).

What was said is found by recall, and told by its memory as far as that has faded: both are one recollection.  Only what is
relevant enough is told.  What the conversation itself still shows is left out: turns of the same session, and memories that
were shown in it before.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.context.composition import LeftOut, LeftOutReason
from omoide.domain.context.injection import Line, in_order_of_place, line_of
from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventFilter, EventId
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.cue import query_terms
from omoide.domain.recall.recalled_memory import CameToMind, RecalledMemory
from omoide.domain.recall.receipts.receipt import EVENT, Fate, ItemRef
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time import moment
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.domain.understanding.worth import Skipped, worth_of
from omoide.errors import StoreReadOnly
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryStore
from omoide.usecases.beliefs.beliefs import Beliefs
from omoide.usecases.hosts.capture import place_label
from omoide.usecases.recall.found_turns import TurnHit
from omoide.usecases.recall.recall import Recall
from omoide.usecases.recall.recall_memories import RecallMemories
from omoide.usecases.recall.receipts.candidates import PromptTrace, TracedHit, memory_item, trace_of
from omoide.usecases.recall.receipts.feedback import HeedFeedback

LONGEST_CUE = 2_000
"""Characters of a prompt that call something up: of a long one the beginning and the end, where people say what they want."""
MEMORIES = "memories"
"""The section of a context in which they are shown."""
LONGEST_NAMED = 60
"""Characters by which a memory that was left out is named."""
LOOKED_AT_FOR_ONE = 4
"""Turns that are looked at for each that may be told: some are archived, or in view."""
FRESH = 50
"""Turns not yet made into memories that are looked at as they are."""


@dataclass(frozen=True, slots=True)
class InjectionRules:
    """How much is shown, and what must speak for it."""

    most_memories: int = 5
    least_relevance: float = 0.35
    """0..1, on the scale of `Recollection.score`: from here on what was said has to do with the prompt, and its memory is shown."""
    least_words: float = 0.3
    """Where words alone are looked for, their likeness from which a memory is shown;"""
    least_coverage: float = 0.5
    """and the share of the prompt's telling words in the memory from which it is shown too."""
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
    trace: PromptTrace = field(default_factory=PromptTrace, compare=False, repr=False)
    """All that was found, for a receipt."""

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
    rules: InjectionRules
    heed: HeedFeedback | None = None
    """Tells what a prompt does not mean, by the owner's word."""

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
        heard = _Heard(session_id, heard_since)
        denied = frozenset[ItemRef]() if self.heed is None else self.heed(persona, cue)
        if by_words_alone:
            brought = self._by_words(persona, cue, heard=heard, shown=shown, denied=denied)
        else:
            brought = self._said(
                persona, cue, heard=heard, place=place, shown=shown, all_remembered=all_remembered, denied=denied
            )
            if not brought.lines and self.store.has_any_of_no_event(persona.id):
                rest = self._by_words(persona, cue, heard=heard, shown=shown, denied=denied, without_events=True)
                trace = brought.trace.with_memories(rest.trace)
                brought = replace(rest, left_out=(*brought.left_out, *rest.left_out), trace=trace)
        return replace(brought, session_id=session_id)

    def _said(
        self,
        persona: Persona,
        cue: str,
        *,
        heard: "_Heard",
        place: str,
        shown: Collection[MemoryId],
        all_remembered: bool,
        denied: frozenset[ItemRef],
    ) -> Brought:
        """Return what was said that the prompt calls up, each by its memory as far as that has faded.

        What was said and the memory of it are one recollection; what is archived comes back only by its own strength.
        """
        most = self.rules.most_memories
        limit = most * 2 + len(shown) + len(denied)
        found = self.recall.sought(persona, cue, limit=limit, heard=heard.turns)
        hits = [] if found is None else found.hits(limit=limit)
        near = [hit for hit in hits if hit.score >= self.rules.least_relevance]
        made = self.store.numbers_of(persona.id, [hit.event_id for hit in near])
        before = [made[hit.event_id] for hit in near if made.get(hit.event_id) in shown]
        near = [hit for hit in near if made.get(hit.event_id) not in shown][: most * LOOKED_AT_FOR_ONE]
        remembered = self.store.of_events(persona.id, [hit.event_id for hit in near])
        fresh = self._fresh(persona, near, remembered, place=place, all_remembered=all_remembered)
        order = in_order_of_place(
            [(hit.score, _is_said_in(place, fresh.get(hit.event_id))) for hit in near],
            same_place_gain=self.rules.same_place_gain,
        )
        archive = self.memories.rules.archive
        told, left_out = list[_ComesUp](), [_shown_before(each) for each in before]
        fates: dict[ItemRef, str] = {
            _item(hit): Fate.BELOW_FLOOR if hit.score < self.rules.least_relevance else Fate.SHOWN_BEFORE
            for hit in hits
            if hit.score < self.rules.least_relevance or made.get(hit.event_id) in shown
        }
        # What the owner said "not that" to comes after all others.
        for hit in sorted((near[at] for at in order), key=lambda each: _item(each) in denied):
            memory, is_past, item = remembered.get(hit.event_id), hit.outdated_by is not None, _item(hit)
            if memory is None:
                event = fresh.get(hit.event_id)
                is_heard = event is not None and heard.shows(event.session_id, event.created)
                if event is not None and not is_heard:
                    told.append(_ComesUp(event, is_past=is_past))
                else:
                    fates[item] = Fate.IN_CONVERSATION if is_heard else Fate.NOT_REMEMBERED
                continue
            reason = _seen(memory, heard=heard, shown=shown)
            is_near = archive.enable_archive_recall and hit.score >= archive.revival_relevance
            if memory.is_archived and not is_near:
                reason = LeftOutReason.BELOW_FLOOR
            if reason is None and len(told) >= self.rules.most_memories:
                reason = LeftOutReason.OVER_BUDGET
            if reason is None:
                told.append(_ComesUp(memory, is_past=is_past))
            else:
                left_out.append(_left_out(memory, reason))
                fates[item] = Fate.OVER_LIMIT if reason is LeftOutReason.OVER_BUDGET else reason.value
        told = _not_alone(told, denied)[: self.rules.most_memories]
        trace = PromptTrace(
            turns=None if found is None else trace_of(found),
            hits=tuple(TracedHit(_item(hit), hit.score) for hit in hits),
            told_as=_told_as(told),
            fates=fates,
            denied=denied,
        )
        return replace(_brought(told, persona), left_out=tuple(left_out), trace=trace)

    def _fresh(
        self,
        persona: Persona,
        near: Sequence[TurnHit],
        remembered: Mapping[EventId, Memory],
        *,
        place: str,
        all_remembered: bool,
    ) -> dict[EventId, Event]:
        """Return the turns that are told as they are, since they are not made into memories yet; of a place, all of them."""
        wanted = [hit.event_id for hit in near if hit.event_id not in remembered]
        waiting = set(self.store.unremembered(persona.id, limit=FRESH)) if wanted and not all_remembered else set()
        wanted = [each for each in wanted if each in waiting]
        wanted += list(remembered) if place else []
        found = self.recall.events.get(persona.id, sorted(wanted)) if wanted else {}
        shown = {key: shown_event(event) for key, event in found.items()}
        return {key: event for key, event in shown.items() if event.text}  # the rest is our own echo

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

    def _by_words(
        self,
        persona: Persona,
        cue: str,
        *,
        heard: "_Heard",
        shown: Collection[MemoryId],
        denied: frozenset[ItemRef] = frozenset(),
        without_events: bool = False,
    ) -> Brought:
        """Return the memories that share the prompt's words: nothing is embedded, and what has changed is not looked into.

        `without_events` looks only for those that were made of no turn, which recall cannot find.
        """
        memories = replace(self.memories, by_words_alone=True)
        limit = self.rules.most_memories * 2 + len(shown) + len(denied)
        found = memories(persona, cue, session_id=heard.session_id, limit=limit, flag=False)
        near = [each for each in found if not (without_events and each.memory.event_id is not None)]
        told, left_out = list[_ComesUp](), list[LeftOut]()
        fates = dict[ItemRef, str]()
        for each in sorted(near, key=lambda one: memory_item(one.memory) in denied):
            reason = self._reason(cue, each, heard=heard, shown=shown)
            if reason is None and len(told) >= self.rules.most_memories:
                reason = LeftOutReason.OVER_BUDGET
            if reason is None:
                told.append(_ComesUp(each.memory, is_past=False))
            else:
                left_out.append(_left_out(each.memory, reason))
                fates[memory_item(each.memory)] = (
                    Fate.OVER_LIMIT if reason is LeftOutReason.OVER_BUDGET else reason.value
                )
        told = _not_alone(told, denied)
        trace = PromptTrace(memories=tuple(near), told_as=_told_as(told), fates=fates, denied=denied)
        return replace(_brought(told, persona), left_out=tuple(left_out), trace=trace)

    def _reason(
        self, cue: str, found: RecalledMemory, *, heard: "_Heard", shown: Collection[MemoryId]
    ) -> LeftOutReason | None:
        """Return why a memory is not told; `None` when it may be."""
        seen = _seen(found.memory, heard=heard, shown=shown)
        if seen is not None:
            return seen
        is_near = touches(cue, found.memory.text, found.why.similarity, rules=self.rules)
        return None if is_near else LeftOutReason.BELOW_FLOOR


@dataclass(frozen=True, slots=True)
class _Heard:
    """What the conversation itself still shows."""

    session_id: str
    since: Moment

    @property
    def turns(self) -> EventFilter | None:
        """Return which turns that are; `None` where nothing is in view."""
        return EventFilter(session_id=self.session_id, since=self.since) if self.session_id else None

    def shows(self, session_id: str, at: Moment) -> bool:
        """Tell whether what was said in a session at a moment is in view."""
        return bool(self.session_id) and session_id == self.session_id and at >= self.since


def _is_said_in(place: str, event: Event | None) -> bool:
    return bool(place) and event is not None and event.client_id == place_label(place)


def _shown_before(number: MemoryId) -> LeftOut:
    """Return that an earlier block shows a memory; whoever has the block knows what it says."""
    return LeftOut(MEMORIES, memory_key(number), "", LeftOutReason.SHOWN_BEFORE)


def _left_out(memory: Memory, reason: LeftOutReason) -> LeftOut:
    what = one_line(memory.trigger or memory.content, longest=LONGEST_NAMED)
    return LeftOut(MEMORIES, memory_key(memory.id), what, reason)


def memory_key(memory_id: MemoryId) -> str:
    """Return by what a memory is known again in a context."""
    return f"memory:{memory_id}"


@dataclass(frozen=True, slots=True)
class _ComesUp:
    """Something that came to mind: a memory, or what is no memory yet."""

    what: Memory | Event
    is_past: bool

    @property
    def item(self) -> ItemRef:
        """Return by what it is known in a receipt."""
        return memory_item(self.what) if isinstance(self.what, Memory) else ItemRef(EVENT, str(self.what.id))

    @property
    def key(self) -> str:
        """Return by what it is known again in a context."""
        return memory_key(self.what.id) if isinstance(self.what, Memory) else f"event:{self.what.id}"


def _item(hit: TurnHit) -> ItemRef:
    return ItemRef(EVENT, str(hit.event_id))


def _not_alone(told: list[_ComesUp], denied: frozenset[ItemRef]) -> list[_ComesUp]:
    """Return what comes up; nothing where only that is left which was not meant."""
    return told if any(each.item not in denied for each in told) else []


def _told_as(told: Sequence[_ComesUp]) -> dict[ItemRef, str]:
    return {each.item: each.key for each in told}


def _brought(told: Sequence[_ComesUp], persona: Persona) -> Brought:
    lines, remembered, keys = list[Line](), list[Memory](), list[str]()
    for each in told:
        keys.append(each.key)
        if isinstance(each.what, Memory):
            remembered.append(each.what)
            lines.append(line_of(each.what, tz=persona.tz, is_past=each.is_past))
        else:
            lines.append(_event_line(each.what, persona, is_past=each.is_past))
    return Brought(tuple(lines), tuple(remembered), keys=tuple(keys))


def _seen(memory: Memory, *, heard: _Heard, shown: Collection[MemoryId]) -> LeftOutReason | None:
    """Return why a memory is in view already; `None` when it is not."""
    if heard.shows(memory.session_id, memory.created):
        return LeftOutReason.IN_CONVERSATION
    return LeftOutReason.SHOWN_BEFORE if memory.id in shown else None


def touches(cue: str, text: str, similarity: float, *, rules: InjectionRules) -> bool:
    """Tell whether a memory has to do with a prompt: by its meaning, or by the words they share."""
    return similarity >= rules.least_words or coverage(cue, text) >= rules.least_coverage


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
    return Line(
        date=day, level=1, trigger=said.user, content=said.assistant or "", is_past=is_past, origin=event.origin
    )


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
