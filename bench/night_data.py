"""A mind of any size on the evening before a night: the same numbers, texts, vectors and relations for the same seed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import blake2b
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.unit import unit_rows
from omoide.domain.memories import levels
from omoide.domain.memories.memory import label
from omoide.domain.memories.relations import Graph, canonical
from omoide.domain.nights import room
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.models.embedder import Role

TOKYO = ZoneInfo("Asia/Tokyo")
EVENING = moment.parse("2026-01-18T23:00:00", tz=TOKYO)
DIMS = 384
NEW_TODAY = 100
RECALLED_TODAY = 400
REQUESTED = 20
CATEGORIES = ("casual", "work", "decision", "emotional")
RANGES = ((0.70, 0.80), (0.85, 0.92), (0.93, 0.97), (0.98, 0.999))


class ClusteredEmbedder:
    """Texts of one cluster lie close together; instant, for benchmarks only."""

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of these vectors."""
        return EmbeddingSpace(name="clustered", dims=DIMS, fingerprint="1")

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text, rounded as a store in half precision would."""
        rows = np.stack([_vector(text) for text in texts])
        return unit_rows(rows).astype(np.float16).astype(np.float32)


def _vector(text: str) -> NDArray[np.float32]:
    cluster = text.partition("#")[2].split(" ")[0]
    return _direction(f"#{cluster}") + 0.35 * _direction(text)


def _direction(text: str) -> NDArray[np.float32]:
    seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
    vector = np.random.default_rng(seed).standard_normal(DIMS, dtype=np.float32)
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Mind:
    """Everything a night works on."""

    population: Population
    category: NDArray[np.int64]
    cluster: NDArray[np.int64]
    labels: list[str]
    graph: Graph

    def text(self, place: int, *, level: int) -> str:
        """Return the text of a memory at a level; archived ones read as traces."""
        words = ("完全な記憶として細かい文脈まで残っている", "要約だけが残っている", "痕跡")[min(level, 3) - 1]
        return f"#{self.cluster[place]} {words} {self.population.ids[place]}"


def mind(count: int, *, seed: int = 1) -> Mind:
    """Return a mind of so many memories, a year old, settled by the nights before."""
    dice = np.random.default_rng(seed)
    category = dice.choice(4, count, p=(0.1, 0.15, 0.2, 0.55))
    intensity = np.clip(dice.normal(np.array([45, 55, 70, 80])[category], 15), 1, 100).round()
    low, high = np.array(RANGES)[category].T
    age = np.sort(dice.integers(1, 365, count))[::-1]
    age[-min(NEW_TODAY, count // 3) :] = 0
    recalls = np.where(age > 0, dice.poisson(1.5, count), 0)
    decay = np.minimum(0.999, low + (high - low) * intensity / 100 + 0.02 * recalls)
    days = np.where(age > 0, age / (1 + recalls), 0) + 0.25
    created = EVENING - age * DAY_SECONDS - dice.integers(0, 50_000, count)
    population = _population(count, created, days, recalls, intensity, decay, age)
    population = _touched(_settled(population), dice)
    cluster = dice.integers(0, max(1, count // 20), count)
    return Mind(population, category, cluster, _labels(created), _graph(population, dice))


def _population(
    count: int,
    created: NDArray[np.int64],
    days: NDArray[np.float64],
    recalls: NDArray[np.int64],
    intensity: NDArray[np.float64],
    decay: NDArray[np.float64],
    age: NDArray[np.int64],
) -> Population:
    whole = np.zeros(count, dtype=np.int64)
    never = np.full(count, NEVER, dtype=np.int64)
    last_night = EVENING - 20 * 3600
    return Population(
        ids=np.arange(1, count + 1, dtype=np.int64),
        created=created,
        memory_days=days,
        recalls=whole,
        recall_count=recalls,
        emotional_intensity=intensity,
        decay_coefficient=decay,
        level=np.ones(count, dtype=np.int8),
        retention=np.where(age > 0, intensity * decay**days, intensity),
        archived_at=never,
        protected=(np.arange(count) % max(2, count // 40 + 1) == 0) & (age > 0),
        revival_requested_at=never,
        kept_until=never,
        faded_through=np.where(age > 0, last_night, created),
        hand=whole,
    )


def _settled(start: Population) -> Population:
    """Return the population with the levels that the nights before left it at."""
    rules = levels.RatioRules()
    movable = (start.faded_through != start.created) & ~start.protected
    has_room = room.sheltered(~start.protected, standing=start.standing, size=rules.room)
    lowest = room.lowest_levels(start.level, movable=movable, has_room=has_room)
    settled = levels.enforce_ratios(
        np.minimum(levels.levels_for(start.retention, rules=levels.LevelRules()), lowest),
        standing=start.standing,
        counted=~start.protected,
        lowest=lowest,
        rules=rules,
    )
    archived = np.where(settled == 4, EVENING - 30 * DAY_SECONDS, NEVER)
    return replace(start, level=settled, archived_at=archived)


def _touched(settled: Population, dice: np.random.Generator) -> Population:
    recalls = settled.recalls.copy()
    recalls[dice.choice(np.flatnonzero(settled.level < 4), min(RECALLED_TODAY, len(settled) // 10), replace=False)] = 1
    requests = settled.revival_requested_at.copy()
    archived = np.flatnonzero(settled.level == 4)
    requests[archived[:: max(1, len(archived) // REQUESTED)]] = EVENING - 60
    return replace(settled, recalls=recalls, revival_requested_at=requests)


def _graph(population: Population, dice: np.random.Generator) -> Graph:
    count = len(population)
    source, target = dice.integers(1, count + 1, (2, count // 2))
    kept = (source != target) & (source % 7 != 0)
    kind = np.full(int(kept.sum()), 4, dtype=np.int8)
    kind[::9] = dice.integers(0, 4, len(kind[::9]))
    similarity = np.round(dice.uniform(0.85, 1.0, len(kind)), 5)
    return canonical(Graph(source[kept], target[kept], kind, similarity))


def _labels(created: NDArray[np.int64]) -> list[str]:
    numbers: dict[date, int] = {}
    made = []
    for seconds in created.tolist():
        day = (moment.local(Moment(seconds), tz=TOKYO) + timedelta()).date()
        numbers[day] = numbers.get(day, 0) + 1
        made.append(label(day, number=numbers[day]))
    return made
