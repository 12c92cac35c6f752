"""How much an episode stirs, 0..1: measured, moved by resonance, kept from drifting up (SPEC EP1, EP6, EP7; NEX Phase H).

    arousal_new = arousal_old + α(resonance − arousal_old)

A persona that calls everything decisive makes everything shine alike; where the mean passes its limit, all are scaled so
that the mean is the limit and their order stays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

KeyT = TypeVar("KeyT")


@dataclass(frozen=True, slots=True)
class ArousalRules:
    """What counts as moving, and how far a resonance moves it."""

    star: float = 0.6
    """A turn at or above it is marked ★ and told in detail."""
    resonance_alpha: float = 0.2
    mean_limit: float = 0.6

    def is_star(self, arousal: float | None) -> bool:
        """Tell whether a turn is to be told in detail."""
        return arousal is not None and arousal >= self.star


def measured(arousals: Iterable[float | None]) -> tuple[float, float]:
    """Return average and maximum of those that are known; 0 when none is."""
    known = [each for each in arousals if each is not None]
    return (sum(known) / len(known), max(known)) if known else (0.0, 0.0)


def resonated(arousal: float, resonance: float, *, rules: ArousalRules) -> float:
    """Return the arousal after the persona has told how strongly an episode resonated; within 0..1."""
    return within(arousal + rules.resonance_alpha * (within(resonance) - arousal))


def normalised(arousals: Mapping[KeyT, float], *, rules: ArousalRules) -> dict[KeyT, float]:
    """Return those that must change so that the mean does not pass its limit; nothing while it does not."""
    mean = _mean(list(arousals.values()))
    if mean <= rules.mean_limit + 1e-9:
        return {}
    return {key: within(arousal * rules.mean_limit / mean) for key, arousal in arousals.items()}


def within(value: float) -> float:
    """Return the nearest value inside 0..1."""
    return min(1.0, max(0.0, value))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
