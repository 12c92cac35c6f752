"""The field of memories, resident: read once, then only what has changed since.

Every change of what recall looks at carries the persona's tick; a cache asks for what is newer than it has seen.
"""

import dataclasses
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, func, select

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.memory_rows import tags_of
from omoide.adapters.sql.memory_tables import memories, memory_ticks
from omoide.domain.emotion import Valence
from omoide.domain.field import Field
from omoide.domain.persona import PersonaId
from omoide.domain.resonance import VALENCE_CODE, Feelings, tag_mask

_M = memories.c
_COLUMNS = (
    _M.id, _M.tick, _M.created, _M.retention_score, _M.emotional_intensity, _M.recall_count, _M.current_level,
    _M.protected, _M.category, _M.emotional_valence, _M.emotional_arousal, _M.emotional_tags,
)  # fmt: skip
_TICK = select(memory_ticks.c.tick).where(memory_ticks.c.persona_id == bindparam("persona"))


@dataclass(slots=True)
class _Held:
    """What is known of one persona."""

    field: Field
    tick: int = 0
    """Of the newest memory that was read."""
    seen: int | None = None
    """The persona's tick at the last look; it moves with every change, also when a memory is taken out."""
    codes: dict[str, int] = dataclasses.field(default_factory=dict)
    masks: dict[str, int] = dataclasses.field(default_factory=dict)


class ResidentMemoryField:
    """Holds what recall weighs, for every memory at once, and follows what other processes write."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: dict[PersonaId, _Held] = {}
        self._lock = threading.Lock()

    def field(self, persona_id: PersonaId) -> Field:
        """Return the field as it stands now."""
        with self._lock:
            held = self._held.setdefault(persona_id, _Held(_empty()))
            mine = _M.persona_id == persona_id
            with self._database.reading() as connection:
                now = connection.execute(_TICK, {"persona": persona_id}).scalar()
                if now == held.seen:
                    return held.field
                held.seen = now
                rows = connection.execute(select(*_COLUMNS).where(mine, _M.tick > held.tick).order_by(_M.id)).all()
                count = int(connection.execute(select(func.count()).where(mine)).scalar_one())
                if rows:
                    _take_in(held, rows)
                if len(held.field) != count:  # memories were taken out
                    there = connection.execute(select(_M.id).where(mine).order_by(_M.id)).scalars().all()
                    held.field = _only(held.field, np.isin(held.field.ids, np.array(there, np.int64)))
            return held.field


def _take_in(held: _Held, rows: Sequence[AnyRow]) -> None:
    fresh = _field(rows, held)
    kept = _only(held.field, ~np.isin(held.field.ids, fresh.ids))
    held.tick = max(row.tick for row in rows)
    held.field = _joined(kept, fresh)


def _field(rows: Sequence[AnyRow], held: _Held) -> Field:
    for row in rows:
        held.codes.setdefault(row.category, len(held.codes))
        if row.emotional_tags not in held.masks:
            held.masks[row.emotional_tags] = tag_mask(tags_of(row.emotional_tags))
    columns = list(zip(*rows, strict=True))
    valences = {valence.value: VALENCE_CODE[valence] for valence in Valence}
    return Field(
        ids=np.array(columns[0], np.int64),
        created=np.array(columns[2], np.int64),
        retention=np.array(columns[3], np.float64),
        emotional_intensity=np.array(columns[4], np.float64),
        recall_count=np.array(columns[5], np.int64),
        level=np.array(columns[6], np.int8),
        protected=np.array(columns[7], np.bool_),
        category=np.array([held.codes[each] for each in columns[8]], np.int16),
        categories=tuple(held.codes),
        feelings=Feelings(
            valence=np.array([valences[each] for each in columns[9]], np.int8),
            arousal=np.array(columns[10], np.float64),
            tags=np.array([held.masks[each] for each in columns[11]], np.int64),
        ),
    )


def _empty() -> Field:
    whole, real = np.zeros(0, np.int64), np.zeros(0, np.float64)
    small = np.zeros(0, np.int8)
    return Field(
        ids=whole,
        created=whole,
        retention=real,
        emotional_intensity=real,
        recall_count=whole,
        level=small,
        protected=np.zeros(0, np.bool_),
        category=np.zeros(0, np.int16),
        categories=(),
        feelings=Feelings(small, real, whole),
    )


def _joined(one: Field, other: Field) -> Field:
    both = Field(
        ids=np.concatenate([one.ids, other.ids]),
        created=np.concatenate([one.created, other.created]),
        retention=np.concatenate([one.retention, other.retention]),
        emotional_intensity=np.concatenate([one.emotional_intensity, other.emotional_intensity]),
        recall_count=np.concatenate([one.recall_count, other.recall_count]),
        level=np.concatenate([one.level, other.level]),
        protected=np.concatenate([one.protected, other.protected]),
        category=np.concatenate([one.category, other.category]),
        categories=other.categories,
        feelings=Feelings(
            np.concatenate([one.feelings.valence, other.feelings.valence]),
            np.concatenate([one.feelings.arousal, other.feelings.arousal]),
            np.concatenate([one.feelings.tags, other.feelings.tags]),
        ),
    )
    return _only(both, np.argsort(both.ids, kind="stable"))


def _only(field: Field, kept: NDArray[np.bool_] | NDArray[np.int64]) -> Field:
    return Field(
        ids=field.ids[kept],
        created=field.created[kept],
        retention=field.retention[kept],
        emotional_intensity=field.emotional_intensity[kept],
        recall_count=field.recall_count[kept],
        level=field.level[kept],
        protected=field.protected[kept],
        category=field.category[kept],
        categories=field.categories,
        feelings=Feelings(field.feelings.valence[kept], field.feelings.arousal[kept], field.feelings.tags[kept]),
    )
