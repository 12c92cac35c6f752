"""Turns and pairs as the teacher reads them: plain text with a word before each part, what is asked about once more at the end.

A word knows only what stands before it, so the turn is read twice: the second time every word of it knows the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from omoide.adapters.embedders.vocabulary import FIRST_JAPANESE
from omoide.adapters.readers.pieces import WordPiece

EARLIER, ANSWERED, NOW, AGAIN = "Earlier:\n", "\nAnswer:\n", "\nNow:\n", "\n\nAgain:\n"
LONGEST = {"earlier": 48, "before": 80, "user": 220, "answer": 48, "cue": 60}
"""Words of each part: of what stands before its end, of all else its beginning."""

MOST_AGAIN = 300


@dataclass(slots=True)
class Words:
    """A row of words; `spans` has where each piece of the turn lies in it."""

    ids: list[int]
    spans: list[tuple[int, int]] = field(default_factory=list)


class Writer:
    """Writes rows for the teacher."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.fixed: dict[str, list[int]] = {}

    def turn(self, row: dict[str, Any], said: Sequence[WordPiece]) -> Words:
        """Return a turn in its place, and where its pieces lie in the second reading."""
        user = row["user"][: said[-1].end] if said else row["user"][:300]
        ids = self._fixed(EARLIER) + self._words(row["said_before"])[-LONGEST["earlier"] :]
        ids += self._fixed(ANSWERED) + self._words(row["before"])[-LONGEST["before"] :]
        once = self._words(user)[: LONGEST["user"]]
        ids += self._fixed(NOW) + once + self._fixed(ANSWERED) + self._words(row["answer"])[: LONGEST["answer"]]
        ids += self._fixed(AGAIN)
        again, places = self._pieced(user, said)
        return Words(ids + again + self._fixed("\n"), [_lying(one, places, len(ids)) for one in said])

    def pair(self, cue: str, asked: str, turn: dict[str, str]) -> Words:
        """Return a cue and a turn that may answer it."""
        again = self._words(cue)[: LONGEST["cue"]]
        ids = self._words(f"Asked {asked}:\n") + again + self._words(f"\nTalk of {turn['at']}:\n")
        ids += self._words(turn["before"])[-LONGEST["earlier"] :] + self._told(turn)
        return Words(ids + self._fixed("\n\nAsked:\n") + again + self._fixed("\n"))

    def two(self, cue: str, asked: str, older: dict[str, str], newer: dict[str, str]) -> Words:
        """Return a cue and two turns that may answer it, the older one first."""
        again = self._words(cue)[: LONGEST["cue"]]
        ids = self._words(f"Asked {asked}:\n") + again
        ids += self._words(f"\nOlder, {older['at']}:") + self._told(older)
        ids += self._words(f"\nNewer, {newer['at']}:") + self._told(newer)
        return Words(ids + self._fixed("\n\nAsked:\n") + again + self._fixed("\n"))

    def _told(self, turn: dict[str, str]) -> list[int]:
        said, answered = self._words(turn["user"])[: LONGEST["user"]], self._words(turn["answer"])[: LONGEST["answer"]]
        return self._fixed(NOW) + said + self._fixed(ANSWERED) + answered

    def _pieced(self, text: str, said: Sequence[WordPiece]) -> tuple[list[int], list[tuple[int, int]]]:
        """Return the words of a text, none of which goes over the edge of a Japanese piece (「さん｜が」), and their places."""
        edges = {edge for one in said if one.id >= FIRST_JAPANESE for edge in (one.start, one.end)}
        ids: list[int] = []
        places: list[tuple[int, int]] = []
        for low, high in pairwise(sorted({0, *edges, len(text)})):
            found = self.tokenizer.encode(text[low:high])
            ids += found.ids
            places += [(low + start, low + end) for start, end in found.offsets]
        return ids[:MOST_AGAIN], places[:MOST_AGAIN]

    def _words(self, text: str) -> list[int]:
        return list(self.tokenizer.encode(text).ids)

    def _fixed(self, text: str) -> list[int]:
        if text not in self.fixed:
            self.fixed[text] = self._words(text)
        return self.fixed[text]


def _lying(piece: WordPiece, places: Sequence[tuple[int, int]], first: int) -> tuple[int, int]:
    """Return which words share characters with a piece; the last one where none does."""
    inside = [i for i, (start, end) in enumerate(places) if start < piece.end and end > piece.start]
    low, high = (inside[0], inside[-1] + 1) if inside else (max(0, len(places) - 1), max(1, len(places)))
    return first + low, first + high
