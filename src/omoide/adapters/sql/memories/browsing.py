"""Memories a page at a time: the database filters, orders and counts, and hands over one page."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, case, func, or_, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories import rows
from omoide.adapters.sql.memories.memories import conditions
from omoide.adapters.sql.memories.rows import MEMORY
from omoide.adapters.sql.memories.tables import memories, memory_texts
from omoide.domain.memories.memory import Draft, MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.errors import MemoryNotFound
from omoide.ports.memories.browsing import MemoryOrder, MemoryPage, PreparedTexts
from omoide.ports.memories.store import MemoryFilter

_SCORES: Final = (memories.c.retention_score, memories.c.emotional_intensity)
# A protected memory counts with the strength of its first day, as it is shown (`retention.kept_score`).
_KEPT: ColumnElement[Any] = case(
    (memories.c.protected.is_(True) & (_SCORES[0] < _SCORES[1]), _SCORES[1] * 1.0), else_=_SCORES[0]
)
_ORDERS: Final[Mapping[MemoryOrder, ColumnElement[Any]]] = {
    MemoryOrder.CREATED: memories.c.created,
    MemoryOrder.RETENTION: _KEPT,
    MemoryOrder.INTENSITY: memories.c.emotional_intensity,
    MemoryOrder.RECALLS: memories.c.recall_count,
}


class SqlMemoryBrowsing:
    """Reads memories a page at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(
        self,
        persona_id: PersonaId,
        where: MemoryFilter,
        *,
        containing: str = "",
        order: MemoryOrder = MemoryOrder.CREATED,
        descending: bool = True,
        offset: int = 0,
        limit: int = 50,
    ) -> MemoryPage:
        """Return so many of the memories that pass the filter and hold a text, and how many do in all."""
        meant = [memories.c.persona_id == persona_id, *conditions(where)]
        counted = select(func.count()).select_from(memories)
        if sought := containing.strip():
            held = (memory_texts.c.trigger, memory_texts.c.content, memories.c.label)
            meant.append(or_(*(column.icontains(sought, autoescape=True) for column in held)))
            counted = counted.join(memory_texts, memory_texts.c.memory_id == memories.c.id)
        by = (_ORDERS[order], memories.c.id)
        ordered = MEMORY.where(*meant).order_by(*(each.desc() if descending else each for each in by))
        with self._database.reading() as connection:
            total = connection.execute(counted.where(*meant)).scalar_one()
            found = connection.execute(ordered.limit(limit).offset(offset))
            return MemoryPage(tuple(rows.memory(row) for row in found), int(total))

    def categories(self, persona_id: PersonaId) -> Sequence[str]:
        """Return the categories that memories have, in order of the alphabet."""
        query = select(memories.c.category).where(memories.c.persona_id == persona_id).distinct()
        with self._database.reading() as connection:
            return sorted(str(row[0]) for row in connection.execute(query))

    def prepared(self, persona_id: PersonaId, memory_id: MemoryId) -> PreparedTexts:
        """Return what the memory will read as when it falls."""
        mine = (memories.c.persona_id == persona_id, memories.c.id == memory_id)
        query = select(memory_texts).join(memories, memories.c.id == memory_texts.c.memory_id).where(*mine)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            raise MemoryNotFound(str(memory_id))
        return PreparedTexts(
            _draft(row.summary_trigger, row.summary_content), _draft(row.trace_trigger, row.trace_content), row.told_by
        )


def _draft(trigger: str | None, content: str | None) -> Draft | None:
    return None if trigger is None and content is None else Draft(trigger or "", content or "")
