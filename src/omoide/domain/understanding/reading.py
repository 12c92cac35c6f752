"""A reading: what a listener would take from a turn, each part with how sure it is (SPEC M1, S3).

Whoever reads proposes; `plan_of_reading` and the appraising decide what becomes of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.feelings.emotion import Category, Valence


class BeliefKind(StrEnum):
    """What sort of belief a clause states."""

    FACT = "fact"
    RELATION = "relation"
    TASK = "task"
    PREFERENCE = "preference"


class BeliefOp(StrEnum):
    """What a clause does to a belief."""

    ASSERT = "assert"
    END = "end"
    """No longer so."""
    DONE = "done"
    CORRECT = "correct"
    DENY = "deny"


LabelT = TypeVar("LabelT")
SOMEBODY: Final = ""
"""About someone whom the turn does not name."""


@dataclass(frozen=True, slots=True)
class ReadBelief:
    """A belief as a clause seems to state it."""

    kind: BeliefKind
    value: str
    """The words as they stand in the turn."""
    place: tuple[int, int]
    """Where they stand in it."""
    attribute: str
    op: BeliefOp
    about: str
    """`user`, `persona`, a name or kin word as said, or `SOMEBODY`."""
    sure: float
    """0..1: how likely it holds as it is read here."""
    polarity: Polarity | None = None
    explicit: float = 0.0
    """0..1: that a preference is said outright."""
    when: str = ""
    """The time words that belong to it."""
    chances: Mapping[str, float] = field(default_factory=dict)
    """0..1, what lies behind it: how strongly its weakest and strongest piece is marked (`least`, `most`), and how likely the attribute is,
    each operation (`op.end`), each of whom it may be about (`about.user`), and that it is liked."""


@dataclass(frozen=True, slots=True)
class ReadName:
    """Somebody or something named."""

    text: str
    place: tuple[int, int]
    type: str
    sure: float


@dataclass(frozen=True, slots=True)
class TurnInPlace:
    """A turn to be read, and what stands around it in its talk."""

    user: str
    answer: str = ""
    before: str = ""
    """What the user's words answer."""
    said_before: str = ""
    """What the user said last before them."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read of one turn."""

    valence: Mapping[Valence, float]
    category: Mapping[Category, float]
    arousal: float
    """0..1"""
    intensity: float
    """0..1"""
    tags: Mapping[str, float]
    traps: Mapping[str, float]
    kinds: Mapping[BeliefKind, float] = field(default_factory=dict)
    """That the turn states such a belief at all."""
    beliefs: tuple[ReadBelief, ...] = ()
    names: tuple[ReadName, ...] = ()

    @property
    def feels(self) -> Valence:
        """Return the likeliest valence."""
        return max(self.valence, key=lambda one: self.valence[one])


def together(parts: Sequence[Reading]) -> Reading:
    """Return the readings of a long turn's windows as one: mean feelings, the strongest intensity, all beliefs and names."""
    if len(parts) == 1:
        return parts[0]
    return Reading(
        valence=_mean([one.valence for one in parts]),
        category=_mean([one.category for one in parts]),
        arousal=max(one.arousal for one in parts),
        intensity=max(one.intensity for one in parts),
        tags=_most([one.tags for one in parts]),
        traps=_most([one.traps for one in parts]),
        kinds=_most([one.kinds for one in parts]),
        beliefs=tuple(belief for one in parts for belief in one.beliefs),
        names=tuple(name for one in parts for name in one.names),
    )


def _mean(chances: Sequence[Mapping[LabelT, float]]) -> dict[LabelT, float]:
    return {label: sum(one[label] for one in chances) / len(chances) for label in chances[0]}


def _most(chances: Sequence[Mapping[LabelT, float]]) -> dict[LabelT, float]:
    return {label: max(one[label] for one in chances) for label in chances[0]}
