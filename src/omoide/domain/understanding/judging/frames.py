"""Frames: which general grammar stands around a value: who speaks of whom, whether it is asked, quoted, supposed, denied, owed or liked.

The words lie in `words/frames.tsv`: closed classes of each language, none taken from a data set.  A frame decides nothing by itself;
the second look weighs it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from typing import Final

from omoide.domain.text.remembered import remembered

QUOTED: Final = re.compile(
    r"「[^「」]{0,400}」|『[^『』]{0,400}』|“[^“”]{0,400}”|\"[^\"]{0,400}\"|(?<!\w)['‘][^'’]{2,400}['’](?!\w)"
)
FURTHEST: Final = 400
"""Characters to either side of a value that are looked at."""
SENTENCE_END: Final = re.compile(r"[。！？!?\n…]+|(?<=[\w)'’])\.(?=\s|$)")
CLAUSE_END: Final = re.compile(
    r"[。！？!?\n…、,;；]+|(?<=[\w)'’])\.(?=\s|$)|\s(?:but|because|although|though|while)\s|[–—]"
)


def _table() -> dict[str, re.Pattern[str]]:
    source = resources.files("omoide.domain.understanding").joinpath("words", "frames.tsv").read_text(encoding="utf-8")
    patterns: dict[str, list[str]] = {}
    for line in source.splitlines():
        if line and not line.startswith("#"):
            name, _, pattern = line.partition("\t")
            patterns.setdefault(name, []).append(pattern)
    return {name: re.compile("|".join(some), re.IGNORECASE) for name, some in patterns.items()}


PATTERNS: Final = _table()
"""The words of each frame."""


@dataclass(frozen=True, slots=True)
class Around:
    """A value's sentence and clause, and where both stand in the turn."""

    sentence: str
    clause: str
    sentence_at: tuple[int, int]
    clause_at: tuple[int, int]
    is_quoted: bool
    is_asked: bool


@remembered  # each value is asked about by whoever weighs it
def around(text: str, place: tuple[int, int]) -> Around:
    """Return the sentence and the clause that a value stands in."""
    sentence, clause = _bounds(SENTENCE_END, text, place), _bounds(CLAUSE_END, text, place)
    end = SENTENCE_END.search(text, place[1])
    near = max(0, place[0] - FURTHEST)
    return Around(
        text[slice(*sentence)],
        text[slice(*clause)],
        sentence,
        clause,
        any(
            found.start() <= place[0] and place[1] <= found.end()
            for found in QUOTED.finditer(text, near, place[1] + FURTHEST)
        ),
        end is not None and any(mark in end[0] for mark in "?？"),
    )


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with the marks at its end."""
    ends = [0, *(match.end() for match in SENTENCE_END.finditer(text)), len(text)]
    return [part for low, high in pairwise(ends) if (part := text[low:high].strip())]


@remembered  # a clause is asked about by whoever looks at one of its values
def frames(text: str) -> Mapping[str, bool]:
    """Return which frames a sentence or clause holds; what stands in quotation marks is not its grammar."""
    bare = QUOTED.sub(" ", text.replace("’", "'")).strip()
    return {name: pattern.search(bare) is not None for name, pattern in PATTERNS.items()}


def _bounds(pattern: re.Pattern[str], text: str, place: tuple[int, int]) -> tuple[int, int]:
    first, last = max(0, place[0] - FURTHEST), min(len(text), place[1] + FURTHEST)
    ends = [match.end() for match in pattern.finditer(text, first, last)]
    low = max((end for end in ends if end <= place[0]), default=first)
    high = min((end for end in ends if end >= place[1]), default=last)
    return low, high
