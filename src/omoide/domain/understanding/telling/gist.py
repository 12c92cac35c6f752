"""Shortens a text to its most telling sentences, names and numbers kept (LTM 圧縮方法, without a model).

Sentences are ranked by LexRank (Erkan and Radev 2004) when vectors are at hand, else by how many rare words they hold.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.understanding.telling.keywords import names_and_numbers, weighted_terms

Embed = Callable[[Sequence[str]], NDArray[np.float32]]

MOST_SENTENCES: Final = 60
"""Sentences of one text that are weighed; of a longer text the first and last ones."""
_SENTENCE: Final = re.compile(
    r"(?:「[^「」\n]*」|『[^『』\n]*』|[^。！？!?\n])*?(?:[。！？!?]+[」』）)\"”]*|\.(?=\s|$)|\n|$)"
)
"""A mark inside a quotation does not end the sentence around it."""
_CODE: Final = re.compile(r"```.*?(?:```|$)", re.DOTALL)
_DAMPING: Final = 0.85
LEAST_RANKED: Final = 4
"""Of fewer sentences none is more central than another."""


def sentences(text: str) -> list[str]:
    """Return the sentences of the text, blanks joined, code blocks left out."""
    return list(_sentences(text))


@remembered  # each side of a turn is told at three levels
def _sentences(text: str) -> tuple[str, ...]:
    parts = [" ".join(part.split()) for part in _SENTENCE.findall(_CODE.sub("\n", text))]
    kept = [part for part in parts if part]
    if len(kept) > MOST_SENTENCES:
        half = MOST_SENTENCES // 2
        kept = kept[:half] + kept[-half:]
    return tuple(kept)


def gist(text: str, *, language: Language, longest: int, most: int = 2, embed: Embed | None = None) -> str:
    """Return at most `most` sentences and `longest` characters of the text, in their order.

    Names and numbers of the sentences left out follow in brackets as far as there is room.
    """
    parts = sentences(text)
    if len(parts) <= most and sum(map(len, parts)) <= longest:
        return _joined(parts, language)
    worth = _worth(parts, language=language, embed=embed)
    chosen: list[int] = []
    for index in sorted(range(len(parts)), key=lambda i: -worth[i]):
        if len(chosen) < most and len(_joined([parts[i] for i in (*chosen, index)], language)) <= longest:
            chosen.append(index)
    if not chosen:
        return _shortened(parts[int(np.argmax(worth))], longest=longest) if parts else ""
    short = _joined([parts[i] for i in sorted(chosen)], language)
    return _with_names(short, text, language=language, longest=longest)


def _joined(parts: Sequence[str], language: Language) -> str:
    if language is Language.EN:
        return " ".join(parts)
    ended = [
        part if part[-1:] in "。！？!?」』" or index == len(parts) - 1 else part + "。"
        for index, part in enumerate(parts)
    ]
    return "".join(ended)


def _shortened(sentence: str, *, longest: int) -> str:
    """Return the sentence's clauses that fit, else its beginning."""
    if len(sentence) <= longest:
        return sentence
    cut = max(sentence.rfind(mark, 0, longest - 1) for mark in "、,;， ")
    return sentence[: cut if cut >= longest // 2 else longest - 1].rstrip("、,;， ") + "…"


def _with_names(short: str, text: str, *, language: Language, longest: int) -> str:
    there = unicodedata.normalize("NFKC", short)
    missing = [term for term in names_and_numbers(text, language=language) if term not in there]
    opening, closing, comma = ("（", "）", "、") if language is Language.JA else (" (", ")", ", ")
    kept: list[str] = []
    for term in missing[:4]:
        if len(short) + len(opening + comma.join([*kept, term]) + closing) <= longest:
            kept.append(term)
    return f"{short.rstrip('。')}{opening}{comma.join(kept)}{closing}" if kept else short


def _worth(parts: Sequence[str], *, language: Language, embed: Embed | None) -> NDArray[np.float64]:
    rare = np.array([sum(weighted_terms(part, language=language).values()) for part in parts], dtype=np.float64)
    rare = np.sqrt(rare) + 0.3 * np.array([part[-1:] in "！!" for part in parts])
    rare += 0.02 * np.minimum([len(part) for part in parts], 40)
    rare[0] += 0.5
    if embed is None or len(parts) < LEAST_RANKED:
        return rare
    central = lexrank(embed(parts))
    return rare / max(float(rare.max()), 1e-9) + central / max(float(central.max()), 1e-9)


def embedded_together(texts: Sequence[str], *, embed: Embed | None) -> Embed | None:
    """Return what embeds these texts without asking again; they are embedded now, all at once."""
    known = list(dict.fromkeys(texts))
    if embed is None or not known:
        return embed
    vectors = embed(known)
    place = {text: at for at, text in enumerate(known)}

    def found(wanted: Sequence[str]) -> NDArray[np.float32]:
        return vectors[[place[text] for text in wanted]] if place.keys() >= set(wanted) else embed(wanted)

    return found


def lexrank(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how central each unit row is: the stationary weight of a walk along likenesses; sums to 1."""
    likeness = np.maximum(vectors.astype(np.float64) @ vectors.T.astype(np.float64), 0.0)
    np.fill_diagonal(likeness, 0.0)
    count = len(likeness)
    likeness[likeness.sum(axis=1) < 1e-9] = 1.0 / count
    walk = likeness / likeness.sum(axis=1, keepdims=True)
    weight = np.full(count, 1.0 / count)
    for _ in range(50):
        weight = (1 - _DAMPING) / count + _DAMPING * (weight @ walk)
    return np.asarray(weight / weight.sum())
