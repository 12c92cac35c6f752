"""A made-up life: what sort of turns a day holds and which memories they call up (SPEC X10).

The seeds' table of a year (15/30/35/20 %) is what the ratios leave when memories are strong enough to fill them:
`deep` is such a life.  In `mixed` and `light` ones most turns fade below the last threshold by themselves, and the
archive grows instead; LTM's own formula says so.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from omoide.domain.feelings.emotion import Category, Valence
from omoide.domain.memories.memory import Draft, Impression

TOPICS: Final = 60
WORDS: Final = 5000


@dataclass(frozen=True, slots=True)
class Life:
    """How often each category of turn comes, and how strongly it is felt."""

    shares: tuple[float, float, float, float]
    """Of casual, work, decision and emotional turns."""
    intensities: tuple[float, float, float, float]
    spread: float = 12.0


LIVES: Final = {
    "deep": Life((0.02, 0.03, 0.05, 0.90), (60.0, 70.0, 80.0, 88.0)),
    "mixed": Life((0.2, 0.2, 0.2, 0.4), (35.0, 45.0, 55.0, 75.0)),
    "light": Life((0.4, 0.3, 0.15, 0.15), (25.0, 35.0, 45.0, 70.0)),
}


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """A turn of a made-up day."""

    impression: Impression
    topic: int
    second: int
    """Of the local day."""


def draw_day(life: Life, *, turns: int, rng: Generator) -> list[DrawnTurn]:
    """Return the turns of one day, between nine in the morning and eleven at night."""
    codes = rng.choice(4, turns, p=life.shares)
    strengths = np.clip(rng.normal(np.array(life.intensities)[codes], life.spread), 1, 100).round().astype(int)
    topics, arousal = rng.integers(0, TOPICS, turns), rng.integers(0, 101, turns)
    valence = rng.choice(3, turns, p=(0.4, 0.25, 0.35))
    seconds = np.sort(rng.integers(9 * 3600, 23 * 3600, turns))
    words = rng.integers(0, WORDS, (turns, 8))
    return [
        DrawnTurn(
            _impression(
                [f"語{word}" for word in words[each]],
                topic=int(topics[each]),
                strength=int(strengths[each]),
                arousal=int(arousal[each]),
                valence=tuple(Valence)[valence[each]],
                category=tuple(Category)[codes[each]],
            ),
            int(topics[each]),
            int(seconds[each]),
        )
        for each in range(turns)
    ]


def _impression(
    words: list[str], *, topic: int, strength: int, arousal: int, valence: Valence, category: Category
) -> Impression:
    """Return a made-up memory; its words are its own, so that only few of a life are alike."""
    return Impression(
        trigger=f"話題{topic}の話で、{words[0]}と{words[1]}と{words[2]}のことを聞いた",
        content=f"{words[3]}と{words[4]}を思い、{words[5]}と{words[6]}と{words[7]}と答えた",
        emotional_intensity=strength,
        emotional_valence=valence,
        emotional_arousal=arousal,
        emotional_tags=(),
        category=category.value,
        keywords=(f"話題{topic}", words[0], words[3]),
        summary=Draft(f"話題{topic}の{words[0]}と{words[1]}", f"{words[3]}と{words[4]}"),
        trace=Draft(f"話題{topic}, {words[0]}", words[3]),
        told_by="simulation",
    )


def called_up(
    topic: int,
    *,
    topics: NDArray[np.int64],
    retention: NDArray[np.float64],
    recall_count: NDArray[np.int64],
    top_k: int,
    rng: Generator,
) -> NDArray[np.int64]:
    """Return the places of the memories that a turn about a topic calls up, by LTM's priority."""
    rows = np.flatnonzero(topics == topic)
    base = retention[rows] * rng.uniform(0.4, 0.9, len(rows)) * (1 + 0.1 * recall_count[rows])
    return rows[np.argsort(-base, kind="stable")[:top_k]]


def by_age(
    ages_days: NDArray[np.float64], retention: NDArray[np.float64], *, most: int = 52
) -> tuple[tuple[float, float], ...]:
    """Return the mean retention in at most `most` steps of age, as pairs of age and retention."""
    step = max(1.0, float(ages_days.max(initial=0.0)) / most)
    places = (ages_days // step).astype(np.int64)
    counts = np.bincount(places)
    means = np.bincount(places, weights=retention) / np.maximum(counts, 1)
    return tuple((float((each + 0.5) * step), float(means[each])) for each in np.flatnonzero(counts))
