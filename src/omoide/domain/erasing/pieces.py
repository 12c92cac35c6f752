"""What was said, in pieces that can be looked for byte by byte.

A text is cut where other formats would put signs of their own (ends of lines, quotation marks, backslashes), then into
pieces of a few words that follow each other: whatever is left of twice that length holds one of them whole.  A piece that
is shorter than `SHORTEST_BYTES` stands in many a text by chance; of such texts only their own rows can be looked for.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

SHORTEST_BYTES = 12
"""Four kana or kanji, a dozen Latin letters."""
LONGEST = 32
"""Characters of a piece."""
_CUTS = re.compile(r"[\r\n\t\"\\\x00-\x1f]+|(?<=[。！？!?])")


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is looked for."""

    long: tuple[str, ...] = ()
    """Pieces that prove something wherever they are found."""
    short: int = 0
    """How many texts were too short for that."""


def pieces_of(texts: Iterable[str]) -> Pieces:
    """Return the texts in pieces, each once."""
    long: dict[str, None] = {}
    short: set[str] = set()
    for text in texts:
        for part in map(str.strip, _CUTS.split(text)):
            if len(part.encode("utf-8", "surrogatepass")) >= SHORTEST_BYTES:
                long.update(dict.fromkeys(_cut(part)))
            elif part:
                short.add(part)
    return Pieces(tuple(long), len(short))


def _cut(part: str) -> Iterable[str]:
    """Return the part in pieces; the rest that is too short for one of its own is looked for with what stands before it."""
    for at in range(0, len(part), LONGEST):
        piece = part[at : at + LONGEST]
        yield piece if len(piece.encode("utf-8", "surrogatepass")) >= SHORTEST_BYTES else part[-LONGEST:]
