"""Memories as values for the page: rows, curve, web, history.  All of it is computed here, and only put down elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.events.event import Event
from omoide.domain.memories.fading import FadingCurve
from omoide.domain.memories.level_texts import LevelText
from omoide.domain.memories.levels import Level, LevelRules
from omoide.domain.memories.memory import Chapter, Memory
from omoide.domain.memories.relations import Relation
from omoide.domain.personas.persona import Persona
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import charts
from omoide.entrypoints.page.charts import ChartLine, Option, WebEdge, WebNode
from omoide.entrypoints.page.memories.words import KINDS, level_told
from omoide.entrypoints.page.words import Said
from omoide.usecases.memories.manual_edits import Foreseen

AHEAD_DAYS: Final = 90
TOLD_DAYS: Final = 30
"""After how many days the sentence beside the curve says what is left."""
LONGEST_NAMED: Final = 90
LONGEST_NODE: Final = 24
MOST_RELATED: Final = 24
"""Memories of a web: more are a ball of wool."""
_KEPT_ABOVE: Final = (Level.FULL, Level.SUMMARY, Level.TRACE)
"""Which level each threshold keeps a memory at, while its score is above."""


@dataclass(frozen=True, slots=True)
class MemoryOnPage:
    """Everything that the page of one memory shows."""

    memory: Memory
    texts: tuple[LevelText, ...]
    curve: FadingCurve
    foreseen: tuple[Foreseen, ...]
    related: tuple[tuple[Relation, Memory], ...]
    history: tuple[Chapter, ...]
    origin: Event | None
    is_waiting: bool
    """For protection."""


def read(mind: Mind, label: str) -> MemoryOnPage:
    """Return one memory with all that the page shows of it; nothing changes by that."""
    memories = mind.memories
    memory = memories.get(label)
    return MemoryOnPage(
        memory=memory,
        texts=memories.texts(memory.label),
        curve=memories.curve(memory.label, days=AHEAD_DAYS),
        foreseen=() if memory.is_archived or memory.protected else tuple(memories.forecast_of(memory.label)),
        related=tuple(memories.relations(memory.label)),
        history=tuple(memories.history(memory.label)),
        origin=memories.origin(memory.label),
        is_waiting=any(each.id == memory.id for each in memories.waiting()),
    )


def named(memory: Memory, *, longest: int = LONGEST_NAMED) -> str:
    """Return a memory in one line."""
    return one_line(memory.text, longest=longest)


def curve_option(curve: FadingCurve, say: Said, *, persona: Persona, rules: LevelRules, language: Language) -> Option:
    """Return the picture of how a memory fades."""
    told = (
        ("past", curve.past, False, True),
        ("ahead", curve.ahead, False, False),
        ("if_recalled", curve.if_recalled, True, False),
    )
    drawn = [
        ChartLine(
            say(name),
            tuple((charts.wall(point.at, tz=persona.tz), point.score) for point in points),
            is_dashed=is_dashed,
            has_area=has_area,
        )
        for name, points, is_dashed, has_area in told
        if points
    ]
    thresholds = [
        (level_told(level, language), threshold) for level, threshold in zip(_KEPT_ABOVE, rules.thresholds, strict=True)
    ]
    return charts.lines(drawn, low=0, high=100, levels=thresholds)


def curve_told(memory: Memory, curve: FadingCurve, say: Said) -> str:
    """Return the curve in a sentence."""
    now = round(memory.retention_score)
    if memory.protected or memory.is_archived:
        return say("curve_kept", now=str(now))
    later, recalled = (round(curve.score_after(TOLD_DAYS, recalled=way)) for way in (False, True))
    return say("curve_told", now=str(now), days=str(TOLD_DAYS), later=str(later), recalled=str(recalled))


def web_option(memory: Memory, related: Sequence[tuple[Relation, Memory]], language: Language) -> Option:
    """Return the picture of what a memory is linked to."""
    others = {other.id: other for _, other in related[:MOST_RELATED]}
    nodes = [_node(memory, group=0), *(_node(other, group=1) for other in others.values() if other.id != memory.id)]
    edges = [
        WebEdge(
            str(each.source), str(each.target), KINDS[each.type][1 if language is Language.JA else 0], each.similarity
        )
        for each, other in related[:MOST_RELATED]
        if other.id in others
    ]
    return charts.web(nodes, edges, ("", ""))


def _node(memory: Memory, *, group: int) -> WebNode:
    return WebNode(
        str(memory.id), named(memory, longest=LONGEST_NODE), charts.share(memory.retention_score, 100), group
    )
