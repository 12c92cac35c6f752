"""Long texts in searchable pieces: 300 characters with 50 in common, cut where a sentence ends (SPEC R7; NEX 001)."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

LONGEST_CHUNK = 300
OVERLAP = 50


@dataclass(frozen=True, slots=True)
class ChunkRules:
    """How long a piece may be, and how much two neighbours share."""

    characters: int = LONGEST_CHUNK
    overlap: int = OVERLAP


# A full stop ends a sentence only before a blank, so that 3.14 and example.com stay whole.
_SENTENCE_END = re.compile(r"[。．！？!?…♪]+[」』）)\"'”’]*|\.+[)\"'”’]*(?=\s|$)|\n+")
_PAUSE = re.compile(r"[、，,;；:：\s]+")


def chunks(text: str, *, longest: int = LONGEST_CHUNK, overlap: int = OVERLAP) -> list[str]:
    """Return the text in pieces of at most `longest` characters, each repeating up to `overlap` of the one before.

    A piece ends at the last sentence end that fits, else at a comma or blank, else in the middle of what has neither.
    Every character of the text is in some piece, in order; only pieces of nothing but blanks are left out.
    """
    pieces = [text[start:end] for start, end in spans(text, longest=longest, overlap=overlap)]
    return [piece for piece in pieces if piece.strip()]


def spans(text: str, *, longest: int = LONGEST_CHUNK, overlap: int = OVERLAP) -> list[tuple[int, int]]:
    """Return where each piece begins and ends, those of nothing but blanks among them."""
    if not 0 <= overlap < longest:
        raise ValueError(f"chunks of {longest} characters cannot have {overlap} in common")
    breaks = [[match.end() for match in pattern.finditer(text)] for pattern in (_SENTENCE_END, _PAUSE)]
    found, start, done = list[tuple[int, int]](), 0, 0
    while done < len(text):
        done_before, done = done, _end(start, after=done, last=len(text), longest=longest, breaks=breaks)
        found.append((start, done))
        start = _next_start(done, earliest=max(done - overlap, done_before), breaks=breaks)
    return found


def _end(start: int, *, after: int, last: int, longest: int, breaks: list[list[int]]) -> int:
    limit = start + longest
    if limit >= last:
        return last
    # A break in the first third would leave a scrap that means nothing alone.
    earliest = max(after, start + longest // 3)
    for ends in breaks:
        at = bisect_right(ends, limit) - 1
        if at >= 0 and ends[at] > earliest:
            return ends[at]
    return limit


def _next_start(done: int, *, earliest: int, breaks: list[list[int]]) -> int:
    """Return where the next piece begins: at the first break of the overlap, or at its beginning where it has none."""
    for ends in breaks:
        at = bisect_left(ends, earliest)
        if at < len(ends) and ends[at] < done:
            return ends[at]
    return earliest
