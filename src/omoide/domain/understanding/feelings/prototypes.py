"""Feelings by likeness: what a text resembles among utterances whose feeling is known (`words/prototypes_*.tsv`).

The utterances are embedded once, by whatever makes the vectors, and a kernel ridge regression is laid through
their vectors and cues together, so that meaning adds what the words leave open and near utterances say more than far
ones.  Its reach and strength are chosen by leave-one-out error, so the same list serves every embedding space.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.emotion import Category, EmotionTag, Valence
from omoide.domain.text.language import Language, detect
from omoide.domain.understanding.feelings.feeling import is_flat, read_feeling
from omoide.domain.understanding.telling.gist import Embed

_VALENCE_OF: Final = {"+": Valence.POSITIVE, "-": Valence.NEGATIVE, "0": Valence.NEUTRAL}
_VALENCES: Final = (Valence.NEGATIVE, Valence.NEUTRAL, Valence.POSITIVE)
_CATEGORIES: Final = tuple(Category)
_TAGS: Final = tuple(EmotionTag)
_REACHES: Final = (0.3, 0.6, 1.0, 2.0)
"""Squared distances are multiplied by it: the higher, the nearer an utterance must be to say anything."""
_RIDGES: Final = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
_LONGEST_READ: Final = 600


@dataclass(frozen=True, slots=True)
class Prototype:
    """An utterance whose feeling is known."""

    text: str
    valence: Valence
    arousal: float
    intensity: float
    category: Category
    tags: tuple[EmotionTag, ...]


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a text resembles; the three shares of valence and the four of category each sum to about 1."""

    valence: dict[Valence, float]
    leaning: float
    """Pleasant less unpleasant, against what an average prototype has; about -1..1."""
    category: dict[Category, float]
    tags: dict[EmotionTag, float]
    arousal: float
    intensity: float


def prototypes(language: Language) -> tuple[Prototype, ...]:
    """Return the utterances of the list in this language."""
    source = resources.files("omoide.domain.understanding").joinpath("words", f"prototypes_{language.value}.tsv")
    lines = source.read_text(encoding="utf-8").splitlines()
    return tuple(_prototype(line) for line in lines if line and not line.startswith("#"))


def _prototype(line: str) -> Prototype:
    sign, arousal, intensity, category, tags, text = line.split("\t")
    named = tuple(EmotionTag(tag) for tag in tags.split() if tag != "-")
    return Prototype(text, _VALENCE_OF[sign], float(arousal), float(intensity), Category(category), named)


class LikenessReader:
    """Reads the likeness of texts; embeds the prototypes on first use."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def read(self, texts: Sequence[str]) -> list[Likeness]:
        """Return what each text resembles; raise `EmbedderUnavailable` when there are no vectors."""
        if not texts:
            return []
        fitted, means = self._fitted
        return [_likeness(row + means, leaning=float(row[2] - row[0])) for row in fitted(self._features(texts))]

    def _features(self, texts: Sequence[str]) -> NDArray[np.float64]:
        vectors = self._embed([text[:_LONGEST_READ] for text in texts]).astype(np.float64)
        return np.concatenate([np.array([_cues(text) for text in texts]), vectors], axis=1)

    @cached_property
    def _fitted(self) -> tuple["Fitted", NDArray[np.float64]]:
        known = [*prototypes(Language.JA), *prototypes(Language.EN)]
        targets = np.array([_target(one) for one in known])
        means = targets.mean(axis=0)
        return fit(self._features([one.text for one in known]), targets - means), means


def _cues(text: str) -> list[float]:
    """Return the text's cues on a scale that compares with a unit vector's."""
    reading = read_feeling(text, language=detect(text))
    total = reading.good - reading.bad
    clipped = math.copysign(min(abs(total), 4.0), total)
    marks = (float(is_flat(text)), float("!" in text or "！" in text))
    return [0.5 * value for value in (clipped, math.tanh(total), min(reading.good, 4.0), min(reading.bad, 4.0), *marks)]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A kernel ridge regression: each known row speaks for the rows near it."""

    known: NDArray[np.float64]
    weights: NDArray[np.float64]
    reach: float

    def __call__(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the known rows say about each row; nothing (0) far from all of them."""
        return np.asarray(_nearness(rows, self.known, reach=self.reach) @ self.weights)


def fit(known: NDArray[np.float64], targets: NDArray[np.float64]) -> Fitted:
    """Return the regression of the (centred) targets whose leave-one-out error is least."""
    tried = (one for reach in _REACHES for one in _fits(known, targets, reach=reach))
    return min(tried, key=lambda one: one[0])[1]


def _fits(known: NDArray[np.float64], targets: NDArray[np.float64], *, reach: float) -> Iterator[tuple[float, Fitted]]:
    """Yield the regression of each strength with its leave-one-out error, all targets on one scale."""
    scale = np.maximum(targets.std(axis=0), 1e-9)
    values, vectors = np.linalg.eigh(_nearness(known, known, reach=reach))
    turned = vectors.T @ targets
    for strength in _RIDGES:
        shrunk = vectors / (np.maximum(values, 0.0) + strength)
        weights = shrunk @ turned
        left_out = weights / (shrunk * vectors).sum(axis=1, keepdims=True)
        yield float(((left_out / scale) ** 2).mean()), Fitted(known, weights, reach)


def _nearness(rows: NDArray[np.float64], known: NDArray[np.float64], *, reach: float) -> NDArray[np.float64]:
    """Return exp(-reach x squared distance): 1 for the same row, towards 0 with distance."""
    squared = (rows**2).sum(axis=1)[:, None] + (known**2).sum(axis=1) - 2.0 * rows @ known.T
    return np.asarray(np.exp(-reach * np.maximum(squared, 0.0)))


def _target(one: Prototype) -> list[float]:
    return [
        *(float(one.valence is valence) for valence in _VALENCES),
        *(float(one.category is category) for category in _CATEGORIES),
        *(float(tag in one.tags) for tag in _TAGS),
        one.arousal / 100,
        one.intensity / 100,
    ]


def _likeness(row: NDArray[np.float64], *, leaning: float) -> Likeness:
    values = [float(value) for value in row]
    return Likeness(
        valence=dict(zip(_VALENCES, values[:3], strict=True)),
        leaning=leaning,
        category=dict(zip(_CATEGORIES, values[3:7], strict=True)),
        tags=dict(zip(_TAGS, values[7:-2], strict=True)),
        arousal=100 * values[-2],
        intensity=100 * values[-1],
    )
