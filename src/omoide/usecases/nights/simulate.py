"""Simulate: a made-up year on a scratch home, with the real store and the real nights (SPEC X10)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.emotion import Category
from omoide.domain.memories import retention
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import MemoryId, embeddable
from omoide.domain.nights import simulation
from omoide.domain.nights.population import Population
from omoide.domain.nights.simulation import DrawnTurn, Life
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import whole_piece
from omoide.domain.recall.recalled_memory import CameToMind
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import InvalidInput
from omoide.ports.memories.store import MemoryStore, NewMemory
from omoide.ports.recall.recall_log import RecallLog
from omoide.ports.time.clock import Clock
from omoide.usecases.nights.sleep import Sleep

LONGEST_DAYS = 3660
MOST_TURNS = 1000


class MovableClock(Clock, Protocol):
    """A clock that can be set."""

    def set(self, moment: Moment) -> None:
        """Move the clock to a moment."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How the mind stands after a day."""

    day: int
    levels: dict[Level, int]


@dataclass(frozen=True, slots=True)
class Curve:
    """A forgetting curve: what is left, on average, of memories of a category, by their age."""

    category: str
    points: tuple[tuple[float, float], ...]
    """Age in days and retention, from the newest to the oldest."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What became of a made-up life."""

    days: int
    turns: int
    snapshots: tuple[Snapshot, ...]
    curves: tuple[Curve, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Simulate:
    """Lets days pass: turns, recalls, nights."""

    memories: MemoryStore
    log: RecallLog
    sleep: Sleep
    clock: MovableClock
    stopwatch: Callable[[], float]
    top_k: int = 5

    def __call__(
        self,
        persona: Persona,
        life: Life,
        *,
        days: int,
        turns_per_day: int,
        seed: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> Simulated:
        """Live so many days and return how the mind stood after each; the same seed gives the same life."""
        if not 1 <= days <= LONGEST_DAYS or not 1 <= turns_per_day <= MOST_TURNS:
            raise InvalidInput(f"days go from 1 to {LONGEST_DAYS} and turns a day from 1 to {MOST_TURNS}")
        started = self.stopwatch()
        rng = np.random.default_rng(seed)
        morning = moment.start_of(moment.day(self.clock.now(), tz=persona.tz), tz=persona.tz)
        life_so_far = _Lived()
        for number in range(1, days + 1):
            drawn = simulation.draw_day(life, turns=turns_per_day, rng=rng)
            self._live(persona, drawn, morning=Moment(morning + (number - 1) * DAY_SECONDS), lived=life_so_far, rng=rng)
            life_so_far.look(self.sleep.reading.population(persona.id), day=number)
            if progress:
                progress(number, days)
        seconds = round(self.stopwatch() - started, 1)
        return Simulated(days, days * turns_per_day, tuple(life_so_far.snapshots), life_so_far.curves(), seconds)

    def _live(
        self, persona: Persona, drawn: list[DrawnTurn], *, morning: Moment, lived: "_Lived", rng: np.random.Generator
    ) -> None:
        new = [self._new(persona, turn, at=Moment(morning + turn.second)) for turn in drawn]
        self.memories.add_all(persona.id, new, space=self.sleep.embedder.space)
        recalled = {each for turn in drawn for each in lived.called_up(turn.topic, top_k=self.top_k, rng=rng)}
        if recalled:
            evening = Moment(morning + drawn[-1].second)
            self.log.flag(persona.id, CameToMind(sorted(recalled), evening))
        lived.met(drawn)
        self.clock.set(Moment(morning + DAY_SECONDS + self.sleep.rules.schedule_hour * 3600))
        self.sleep(persona)

    def _new(self, persona: Persona, turn: DrawnTurn, *, at: Moment) -> NewMemory:
        told = turn.impression
        text = embeddable(trigger=told.trigger, content=told.content)
        decay = retention.decay_coefficient(
            told.category, emotional_intensity=told.emotional_intensity, rules=self.sleep.rules.retention
        )
        hour = self.sleep.rules.schedule_hour
        return NewMemory(
            impression=told,
            event_id=None,
            session_id="",
            created=at,
            day=moment.day(at, tz=persona.tz),
            memory_days=retention.initial_memory_days(at, hour=hour, tz=persona.tz),
            decay_coefficient=decay,
            piece=whole_piece(text),
            vector=self.sleep.embedder.embed([text])[0],
        )


class _Lived:
    """What the made-up life knows of itself: topics and categories by memory, and how it stood after each day."""

    def __init__(self) -> None:
        self.snapshots: list[Snapshot] = []
        self._topics: NDArray[np.int64] = np.zeros(0, np.int64)
        self._categories: list[str] = []
        self._stand: Population | None = None

    def met(self, drawn: list[DrawnTurn]) -> None:
        """Take in a day's turns; memories get ascending ids, so places are the same as in the store."""
        self._topics = np.concatenate([self._topics, np.array([turn.topic for turn in drawn], np.int64)])
        self._categories += [turn.impression.category for turn in drawn]

    def called_up(self, topic: int, *, top_k: int, rng: np.random.Generator) -> list[MemoryId]:
        if self._stand is None:
            return []
        active = self._stand.is_active
        rows = simulation.called_up(
            topic,
            topics=np.where(active, self._topics[: len(active)], -1),
            retention=self._stand.retention,
            recall_count=self._stand.recall_count,
            top_k=top_k,
            rng=rng,
        )
        return [MemoryId(int(each)) for each in self._stand.ids[rows]]

    def look(self, stand: Population, *, day: int) -> None:
        self._stand = stand
        counts = np.bincount(stand.level, minlength=5)
        self.snapshots.append(Snapshot(day, {level: int(counts[level]) for level in Level}))

    def curves(self) -> tuple[Curve, ...]:
        if self._stand is None:
            return ()
        ages = (self._stand.created.max() - self._stand.created) / DAY_SECONDS
        categories = np.array(self._categories)
        return tuple(
            Curve(name.value, simulation.by_age(ages[mine], self._stand.retention[mine]))
            for name in Category
            if (mine := categories == name.value).any()
        )
