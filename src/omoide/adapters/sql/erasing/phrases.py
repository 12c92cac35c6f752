"""Turns of phrase: what the persona, or whoever tells its memories, says again and again is of no single turn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from sqlalchemy import Connection, func, select

from omoide.adapters.erasing.finder import PieceFinder
from omoide.adapters.sql.erasing.episodes import told_of_others
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_texts
from omoide.adapters.sql.tables import completions, events
from omoide.domain.context import echo
from omoide.domain.erasing.pieces import pieces_of
from omoide.domain.personas.persona import PersonaId
from omoide.ports.erasing.store import Selection

ROWS_AT_ONCE = 2_000
FEWEST_TURNS = 3
"""In so many other turns the persona says a sentence that is only its way of talking."""
MEMORY_TEXTS = (
    memory_texts.c.trigger,
    memory_texts.c.content,
    memory_texts.c.summary_trigger,
    memory_texts.c.summary_content,
    memory_texts.c.trace_trigger,
    memory_texts.c.trace_content,
)


def without(
    connection: Connection, persona_id: PersonaId, selection: Selection, *, answered: Sequence[str]
) -> Selection:
    """Return the selection with what the persona answered, and how memories tell it, without turns of phrase."""
    own = _parts(answered)
    said_often = _held(own, _answers(connection, persona_id, set(selection.event_ids)), at_least=FEWEST_TURNS)
    told = _parts(selection.told)
    pieces = pieces_of(told).long
    gone = set(selection.memory_ids)
    others = chain(_tellings(connection, persona_id, gone), told_of_others(connection, persona_id, selection.event_ids))
    told_often = _held([*told, *pieces], others, at_least=1)
    return replace(
        selection,
        lines=(*selection.lines, *(part for part in own if part not in said_often)),
        told=tuple(part for part in told if part not in told_often),
        told_pieces=tuple(piece for piece in pieces if piece not in told_often),
    )


def _parts(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(part.strip() for text in texts for part in echo.parts(text)))


def _held(parts: Sequence[str], texts: Iterator[str], *, at_least: int) -> set[str]:
    """Return the parts that stand in so many of the texts."""
    finder, counts = PieceFinder(parts), Counter[str]()
    while some := list(islice(texts, ROWS_AT_ONCE)):
        joined = "\0".join(some).encode("utf-8", "surrogatepass")
        counts.update(piece for _, piece in finder.found_in(joined))
    return {piece for piece, count in counts.items() if count >= at_least}


def _answers(connection: Connection, persona_id: PersonaId, gone: set[int]) -> Iterator[str]:
    answer = func.coalesce(events.c.assistant_text, completions.c.assistant_text)
    joined = events.outerjoin(completions, completions.c.event_id == events.c.id)
    query = select(events.c.id, answer).select_from(joined).where(events.c.persona_id == persona_id)
    return (row[1] for row in connection.execute(query) if row[1] and row[0] not in gone)


def _tellings(connection: Connection, persona_id: PersonaId, gone: set[int]) -> Iterator[str]:
    """Yield how memories that stay tell, or told, what they are of."""
    now = select(memories.c.id, *MEMORY_TEXTS).join_from(memories, memory_texts)
    before = select(
        memory_history.c.memory_id,
        memory_history.c.trigger_before,
        memory_history.c.content_before,
        memory_history.c.row_before,
    )
    for query in (
        now.where(memories.c.persona_id == persona_id),
        before.where(memory_history.c.persona_id == persona_id),
    ):
        for row in connection.execute(query):
            if row[0] not in gone:
                yield "\n".join(text for text in row[1:] if text)
