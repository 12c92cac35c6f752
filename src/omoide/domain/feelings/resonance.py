"""Resonance: a feeling calls up memories that felt alike (SPEC M12; LTM 感情共鳴)."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.emotion import EmotionTag, Feeling, Valence

VALENCE_CODE: Final = {valence: code for code, valence in enumerate(Valence)}
TAG_BIT: Final = {tag: 1 << place for place, tag in enumerate(EmotionTag)}
_HALF_BITS: Final = (len(EmotionTag) + 1) // 2
_HALF: Final = (1 << _HALF_BITS) - 1
_HELD: Final = np.array([mask.bit_count() for mask in range(_HALF + 1)], dtype=np.float64)
"""How many bits are set, for every half of a mask."""


@dataclass(frozen=True, slots=True)
class ResonanceRules:
    """What each likeness of two feelings is worth (LTM config `resonance`)."""

    valence_match_bonus: float = 0.3
    arousal_proximity_bonus: float = 0.2
    tags_overlap_weight: float = 0.5
    priority_weight_alpha: float = 0.3
    """How much resonance counts in the priority of a recall."""


@dataclass(frozen=True, slots=True)
class Feelings:
    """The feelings of many memories, as numbers."""

    valence: NDArray[np.int8]
    """Codes of `VALENCE_CODE`."""
    arousal: NDArray[np.float64]
    tags: NDArray[np.int64]
    """One bit for each tag, as in `TAG_BIT`."""


def tag_mask(tags: tuple[EmotionTag, ...]) -> int:
    """Return the tags as one number with a bit for each."""
    return sum(TAG_BIT[tag] for tag in set(tags))


def tags_of(mask: int) -> tuple[EmotionTag, ...]:
    """Return the tags whose bits are set, in the order of the vocabulary."""
    return tuple(tag for tag, bit in TAG_BIT.items() if mask & bit)


def resonance(memory: Feeling, current: Feeling | None, *, rules: ResonanceRules) -> float:
    """Return how strongly a memory answers to the present feeling: 0 without one, at most 1 with LTM's numbers."""
    if current is None:
        return 0.0
    valence = rules.valence_match_bonus if memory.valence == current.valence else 0.0
    arousal = max(0.0, rules.arousal_proximity_bonus * (1 - abs(memory.arousal - current.arousal) / 100))
    larger = max(len(memory.tags), len(current.tags))
    overlap = len(set(memory.tags) & set(current.tags)) / larger if memory.tags and current.tags else 0.0
    return valence + arousal + overlap * rules.tags_overlap_weight


def resonances(memories: Feelings, current: Feeling | None, *, rules: ResonanceRules) -> NDArray[np.float64]:
    """Return the resonance of every memory with the present feeling."""
    if current is None:
        return np.zeros(len(memories.arousal))
    valence = (memories.valence == VALENCE_CODE[current.valence]) * rules.valence_match_bonus
    arousal = np.maximum(0.0, rules.arousal_proximity_bonus * (1 - np.abs(memories.arousal - current.arousal) / 100))
    shared = _bits(memories.tags & tag_mask(current.tags))
    larger = np.maximum(np.maximum(_bits(memories.tags), len(current.tags)), 1)
    result: NDArray[np.float64] = valence + arousal + shared / larger * rules.tags_overlap_weight
    return result


def _bits(masks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many tags each mask holds, looked up in two halves."""
    held: NDArray[np.float64] = _HELD[masks & _HALF] + _HELD[masks >> _HALF_BITS]
    return held
