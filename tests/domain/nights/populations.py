"""Populations to test with: built by hand, or drawn by hypothesis."""

from dataclasses import fields

import numpy as np
from hypothesis import strategies as st

from omoide.domain.nights.population import NEVER, Population

DAY = 86_400
START = 1_768_758_000
"""2026-01-19T02:40 in Tokyo."""

_DEFAULTS: dict[str, tuple[object, type]] = {
    "created": (START, np.int64),
    "memory_days": (0.5, np.float64),
    "recalls": (0, np.int64),
    "recall_count": (0, np.int64),
    "emotional_intensity": (60.0, np.float64),
    "decay_coefficient": (0.95, np.float64),
    "level": (1, np.int8),
    "retention": (60.0, np.float64),
    "archived_at": (NEVER, np.int64),
    "protected": (False, np.bool_),
    "revival_requested_at": (NEVER, np.int64),
    "kept_until": (NEVER, np.int64),
    "faded_through": (START, np.int64),
    "hand": (0, np.int64),
}


def population(count: int, **columns: object) -> Population:
    """Return `count` memories; a column is one value for all or a list with one for each."""
    made: dict[str, np.ndarray] = {"ids": np.arange(1, count + 1, dtype=np.int64)}
    for name, (default, kind) in _DEFAULTS.items():
        value = columns.pop(name, default)
        made[name] = np.array(value if isinstance(value, list) else [value] * count, dtype=kind)
    assert not columns, f"no such columns: {columns}"
    return Population(**made)


@st.composite
def populations(draw: st.DrawFn, *, largest: int = 60) -> Population:
    """Draw a population in any state a night may meet."""
    count = draw(st.integers(1, largest))
    dice = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    level = dice.integers(1, 5, count)
    protected = (dice.random(count) < 0.1) & (level != 4)
    archived = level == 4
    created = START - dice.integers(0, 400, count) * 43_200
    intensity = dice.integers(0, 101, count).astype(np.float64)
    return population(
        count,
        created=created.tolist(),
        memory_days=(dice.integers(0, 800, count) / 8).tolist(),
        recalls=(dice.integers(0, 3, count) * ~archived).tolist(),
        recall_count=dice.integers(0, 4, count).tolist(),
        emotional_intensity=intensity.tolist(),
        decay_coefficient=dice.choice([0.72, 0.88, 0.95, 0.995, 0.999], count).tolist(),
        level=level.tolist(),
        retention=(intensity * dice.random(count)).tolist(),
        archived_at=np.where(archived, START - dice.integers(0, 800, count) * DAY, NEVER).tolist(),
        protected=protected.tolist(),
        revival_requested_at=np.where(archived & (dice.random(count) < 0.5), START - 100, NEVER).tolist(),
        kept_until=np.where(dice.random(count) < 0.1, START + 5 * DAY, NEVER).tolist(),
        faded_through=np.maximum(created, START - dice.integers(0, 3, count) * DAY).tolist(),
    )


def assert_same(one: Population, other: Population) -> None:
    """Fail unless every column is equal."""
    for column in fields(Population):
        np.testing.assert_array_equal(getattr(one, column.name), getattr(other, column.name), err_msg=column.name)
