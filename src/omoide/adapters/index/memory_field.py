"""The field of memories, resident: read once, then only what has changed since.

Every change of what recall looks at carries the persona's tick; a cache asks for what is newer than it has seen.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, bindparam, func, select

from omoide.adapters.index.residency import HeldMinds, Stripes
from omoide.adapters.sql import columns
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories.rows import tags_of
from omoide.adapters.sql.memories.tables import memories, memory_ticks
from omoide.domain.feelings.emotion import Valence
from omoide.domain.feelings.resonance import VALENCE_CODE, Feelings, tag_mask
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.memory_field import Field

_M = memories.c
WORD_BYTES = 200
"""What a category, or a set of tags, and its number take."""
_COLUMNS: dict[str, tuple[ColumnElement[Any], type]] = {
    "ids": (_M.id, np.int64),
    "tick": (_M.tick, np.int64),
    "created": (_M.created, np.int64),
    "retention": (_M.retention_score, np.float64),
    "emotional_intensity": (_M.emotional_intensity, np.float64),
    "recall_count": (_M.recall_count, np.int64),
    "level": (_M.current_level, np.int8),
    "protected": (_M.protected, np.bool_),
    "category": (_M.category, np.object_),
    "valence": (_M.emotional_valence, np.object_),
    "arousal": (_M.emotional_arousal, np.float64),
    "tags": (_M.emotional_tags, np.object_),
}
_KINDS = {name: kind for name, (_, kind) in _COLUMNS.items()}
_CHANGED = select(*(column for column, _ in _COLUMNS.values()))
_VALENCES = {valence.value: VALENCE_CODE[valence] for valence in Valence}
_TICK = select(memory_ticks.c.tick).where(memory_ticks.c.persona_id == bindparam("persona"))


@dataclass(slots=True)
class _HeldField:
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

    def __init__(self, database: Database, *, minds: HeldMinds | None = None) -> None:
        self._database = database
        self._held = (minds or HeldMinds()).by_mind(_held_bytes)
        self._locks = Stripes()

    def field(self, persona_id: PersonaId) -> Field:
        """Return the field as it stands now."""
        with self._locks.of(persona_id):
            held = self._held.get(persona_id) or _HeldField(_empty())
            mine = _M.persona_id == persona_id
            with self._database.reading() as connection:
                now = connection.execute(_TICK, {"persona": persona_id}).scalar()
                if now == held.seen:
                    return held.field
                held.seen = now
                found = columns.read(connection, _CHANGED.where(mine, _M.tick > held.tick), _KINDS)
                count = int(connection.execute(select(func.count()).where(mine)).scalar_one())
                if len(found["ids"]):
                    _take_in(held, found)
                if len(held.field) != count:  # memories were taken out
                    there = connection.execute(select(_M.id).where(mine).order_by(_M.id)).scalars().all()
                    held.field = _only(held.field, np.isin(held.field.ids, np.array(there, np.int64)))
            self._held[persona_id] = held
            return held.field


def _held_bytes(held: _HeldField) -> int:
    feelings = held.field.feelings
    columns = (held.field.ids, held.field.created, held.field.retention, held.field.emotional_intensity)
    others = (held.field.recall_count, held.field.level, held.field.protected, held.field.category)
    felt = (feelings.valence, feelings.arousal, feelings.tags)
    return sum(each.nbytes for each in columns + others + felt) + (len(held.codes) + len(held.masks)) * WORD_BYTES


def _take_in(held: _HeldField, found: dict[str, NDArray[Any]]) -> None:
    fresh = _field(found, held)
    kept = _only(held.field, ~np.isin(held.field.ids, fresh.ids))
    held.tick = int(found["tick"].max())
    held.field = _joined(kept, fresh)


def _field(found: dict[str, NDArray[Any]], held: _HeldField) -> Field:
    for category in dict.fromkeys(found["category"]):
        held.codes.setdefault(category, len(held.codes))
    for tags in set(found["tags"]) - set(held.masks):
        held.masks[tags] = tag_mask(tags_of(tags))
    return Field(
        ids=found["ids"],
        created=found["created"],
        retention=found["retention"],
        emotional_intensity=found["emotional_intensity"],
        recall_count=found["recall_count"],
        level=found["level"],
        protected=found["protected"],
        category=np.array([held.codes[each] for each in found["category"]], np.int16),
        categories=tuple(held.codes),
        feelings=Feelings(
            valence=np.array([_VALENCES[each] for each in found["valence"]], np.int8),
            arousal=found["arousal"],
            tags=np.array([held.masks[each] for each in found["tags"]], np.int64),
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
