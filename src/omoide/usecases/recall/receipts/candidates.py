"""What was found for a cue, with the parts of its score, as a receipt holds it.

While somebody waits, only the few numbers are taken that are needed; everything else is made of them later.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from omoide.domain.memories.memory import Memory
from omoide.domain.recall.recalled_memory import RecalledMemory
from omoide.domain.recall.receipts.receipt import EVENT, MEMORY, MOST_CANDIDATES, Fate, ItemRef, RecallCandidate
from omoide.domain.recall.recollection import Recollection, Why
from omoide.domain.recall.relevance import TAIL_SHARE
from omoide.usecases.recall.found_turns import FoundTurns
from omoide.usecases.recall.receipts.attend import RecallAnswer

PARTS: Final = (
    "words",
    "words_around",
    "meaning",
    "meaning_around",
    "speaker",
    "time",
    "recency",
    "advice",
)
"""Columns of the scores that are told; those that say nothing are left out of a receipt."""
TOLD: Final = (*PARTS, "relevance", "repeated", "held")
FLOOR, ANSWERABLE, DEMOTED = "floor", "answerable", "demoted"
DIGITS: Final = 3
"""Of each part: a receipt is for people."""


@dataclass(frozen=True, slots=True)
class TurnTrace:
    """The strongest turns that were found, as few numbers."""

    event_ids: Sequence[int]
    parts: Mapping[str, Sequence[float]]
    shares: Sequence[float]
    """Of the best one's strength."""
    of_all: float
    found: int
    of_cue: dict[str, float]
    """What is the same for all: the floor, and the chance that the cue can be answered."""
    reaches_floor: bool
    is_worth_saying: bool


@dataclass(frozen=True, slots=True)
class TracedHit:
    """A turn that came to mind."""

    item: ItemRef
    score: float
    why: Why | None = None
    """`None` where it was not asked for: then its parts are those of the trace."""


def trace_of(found: FoundTurns, *, most: int = MOST_CANDIDATES) -> TurnTrace:
    """Return the first of what was found."""
    placed, best = found.placed[:most], found.best
    places = np.array([each.place for each in placed], np.int64)
    at = best.at[places]
    strengths = np.array([each.strength for each in placed])
    columns = [getattr(found.scores, name)[at] for name in PARTS]
    columns += [found.judged.value[places], best.repeated[places], strengths - best.total[places]]
    rounded = np.round(columns, DIGITS).tolist()
    floor, chance = round(found.floor, DIGITS), found.answerable
    return TurnTrace(
        event_ids=found.roster.ids[at].tolist(),
        parts=dict(zip(TOLD, rounded, strict=True)),
        shares=(strengths / max(strengths[0], 1e-9)).tolist() if placed else [],
        of_all=found.judged.of_all,
        found=int((best.total > 0).sum()),
        of_cue={FLOOR: floor} if chance is None else {FLOOR: floor, ANSWERABLE: round(chance, DIGITS)},
        reaches_floor=found.judged.reaches(found.floor),
        is_worth_saying=found.is_worth_saying,
    )


def turn_item(hit: Recollection) -> ItemRef:
    """Return by what something is known in a receipt: by its turn, where one is behind it."""
    if hit.turn is not None:
        return ItemRef(EVENT, str(hit.turn.id))
    if hit.thing is not None:
        return ItemRef(hit.thing.kind.value, str(hit.thing.item_id))
    return ItemRef(MEMORY, str(0 if hit.memory is None else hit.memory.id))


def traced_hit(hit: Recollection) -> TracedHit:
    """Return a recollection as a receipt needs it."""
    return TracedHit(turn_item(hit), hit.score, hit.why)


def memory_item(memory: Memory) -> ItemRef:
    """Return by what a memory is known in a receipt: by its turn, for both are one recollection."""
    return ItemRef(MEMORY, str(memory.id)) if memory.event_id is None else ItemRef(EVENT, str(memory.event_id))


def answer_of_turns(hits: Sequence[Recollection], trace: TurnTrace | None) -> RecallAnswer[Recollection]:
    """Return what recall over turns answered; without a trace nothing was looked for."""
    return RecallAnswer(
        told=hits,
        item_of=turn_item,
        lowered=lambda hit, last: replace(hit, score=min(hit.score, last.score)),
        candidates=lambda shown, denied: turn_candidates(
            trace, hits=[traced_hit(hit) for hit in shown], shown=_items(shown), denied=denied
        ),
        found=0 if trace is None else trace.found,
        plan={"search": False} if trace is None else None,
    )


def answer_of_memories(found: Sequence[RecalledMemory]) -> RecallAnswer[RecalledMemory]:
    """Return what recall over memories answered."""

    def candidates(shown: Sequence[RecalledMemory], denied: frozenset[ItemRef]) -> list[RecallCandidate]:
        told = {memory_item(each.memory) for each in shown}
        return [
            memory_candidate(
                each, Fate.SHOWN if item in told else Fate.DEMOTED if item in denied else Fate.OVER_LIMIT, denied
            )
            for each in (*shown, *(one for one in found if memory_item(one.memory) not in told))
            for item in [memory_item(each.memory)]
        ]

    return RecallAnswer(
        told=found,
        item_of=lambda each: memory_item(each.memory),
        lowered=lambda each, last: replace(
            each, why=replace(each.why, priority=min(each.why.priority, last.why.priority))
        ),
        candidates=candidates,
        found=len(found),
    )


def turn_candidates(
    trace: TurnTrace | None,
    *,
    hits: Sequence[TracedHit],
    shown: Collection[ItemRef],
    denied: Collection[ItemRef],
    fates: Mapping[ItemRef, str] | None = None,
) -> list[RecallCandidate]:
    """Return what was found, what was shown first and in its order; `fates` says why some were not."""
    known = fates or {}
    traced = {} if trace is None else {event_id: place for place, event_id in enumerate(trace.event_ids)}
    told = list[RecallCandidate]()
    for hit in hits:
        item = hit.item
        place = traced.pop(int(item.id), None) if item.kind == EVENT else None
        fate = Fate.SHOWN if item in shown else known.get(item, Fate.DEMOTED if item in denied else Fate.OVER_LIMIT)
        parts = _parts_of(hit.why) if trace is None or place is None else _parts_at(trace, place)
        words = () if hit.why is None else hit.why.matched
        told.append(RecallCandidate(item, hit.score, fate, _with_denied(parts, item in denied), words))
    if trace is None:
        return told
    for event_id, place in traced.items():
        item = ItemRef(EVENT, str(event_id))
        fate = known.get(item, _fate(trace, place, is_denied=item in denied))
        score, parts = trace.of_all * trace.shares[place], _with_denied(_parts_at(trace, place), item in denied)
        told.append(RecallCandidate(item, score, fate, parts))
    return told


@dataclass(frozen=True, slots=True)
class PromptTrace:
    """What a prompt called up, and what became of it."""

    turns: TurnTrace | None = None
    hits: tuple[TracedHit, ...] = ()
    memories: tuple[RecalledMemory, ...] = ()
    """Found by their words."""
    told_as: Mapping[ItemRef, str] = field(default_factory=dict)
    """Under which key something is told, if there is room."""
    fates: Mapping[ItemRef, str] = field(default_factory=dict)
    """Why something is not told."""
    denied: frozenset[ItemRef] = frozenset()

    def with_memories(self, other: "PromptTrace") -> "PromptTrace":
        """Return the trace with what was found by its words when nothing else was told."""
        fates = {**self.fates, **other.fates}
        return replace(self, memories=other.memories, told_as=other.told_as, fates=fates)

    @property
    def found(self) -> int:
        """Return how much was found."""
        return (self.turns.found if self.turns is not None else 0) + len(self.memories)


def prompt_candidates(trace: PromptTrace, keys: Sequence[str]) -> list[RecallCandidate]:
    """Return what a prompt called up, given the keys of all that it was met with in the end."""
    shown = {item for item, key in trace.told_as.items() if key in keys}
    cut = dict.fromkeys(trace.told_as.keys() - shown, Fate.OVER_BUDGET)
    fates: dict[ItemRef, str] = {**trace.fates, **cut}
    found = turn_candidates(trace.turns, hits=trace.hits, shown=shown, denied=trace.denied, fates=fates)
    seen = {each.item for each in found}
    for each in trace.memories:
        item = memory_item(each.memory)
        if item not in seen:
            fate = Fate.SHOWN if item in shown else fates.get(item, Fate.BELOW_FLOOR)
            found.append(memory_candidate(each, fate, trace.denied))
    known = set(trace.told_as.values())
    return found + [_beside(key) for key in keys if key not in known]


def _beside(key: str) -> RecallCandidate:
    """Return something that was told beside memories, such as a task that the prompt touches."""
    section, _, rest = key.partition(":")
    return RecallCandidate(ItemRef(section, rest.partition(".")[0]), 0.0, Fate.SHOWN)


def _items(hits: Sequence[Recollection]) -> set[ItemRef]:
    return {turn_item(hit) for hit in hits}


def _fate(trace: TurnTrace, place: int, *, is_denied: bool) -> str:
    if not trace.reaches_floor:
        return Fate.BELOW_FLOOR
    if not trace.is_worth_saying:
        return Fate.UNANSWERABLE
    if is_denied:
        return Fate.DEMOTED
    return Fate.WEAK if trace.shares[place] < TAIL_SHARE else Fate.OVER_LIMIT


def _parts_of(why: Why | None) -> dict[str, float]:
    if why is None:
        return {}
    told = {name: round(float(getattr(why, name)), DIGITS) for name in TOLD}
    chance = {} if why.answerable is None else {ANSWERABLE: round(why.answerable, DIGITS)}
    return {name: value for name, value in told.items() if value} | {FLOOR: round(why.floor, DIGITS)} | chance


def _parts_at(trace: TurnTrace, place: int) -> dict[str, float]:
    return {name: values[place] for name, values in trace.parts.items() if values[place]} | trace.of_cue


def memory_candidate(found: RecalledMemory, fate: str, denied: Collection[ItemRef]) -> RecallCandidate:
    """Return a memory as a receipt holds it."""
    why, item = found.why, memory_item(found.memory)
    told = {
        "similarity": why.similarity,
        "retention": why.retention,
        "recall_count": float(why.recall_count),
        "resonance": why.resonance,
        "preference": why.preference,
    }
    parts = {name: round(value, DIGITS) for name, value in told.items() if value}
    return RecallCandidate(item, why.priority, fate, _with_denied(parts, item in denied))


def _with_denied(parts: dict[str, float], is_denied: bool) -> dict[str, float]:
    return {**parts, DEMOTED: 1.0} if is_denied else parts
