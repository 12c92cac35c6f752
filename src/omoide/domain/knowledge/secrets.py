"""Secrets masked while a document streams by: the same masking as that of turns, over a few pages at once.

A key that goes over many lines is one secret, so lines are masked together, and the last ones again with those that follow.
Whatever is cut out, a line keeps the number that it has in the file.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate
from typing import Final

from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.events.secret_shapes import LONGEST_BLOCK
from omoide.domain.events.secrets import MASK
from omoide.domain.knowledge.lines import DocumentLine

AT_ONCE: Final = 3 * LONGEST_BLOCK
"""Characters that are masked together; of the last of them, as many as the longest secret has are masked again."""


def masked_lines(lines: Iterable[DocumentLine], *, masking: SecretMasking) -> Iterator[DocumentLine]:
    """Yield the lines as they may be kept, headings too."""
    if not masking.is_on:
        yield from lines
        return
    held, size = list[DocumentLine](), 0
    for line in lines:
        held.append(line)
        size += len(line.text) + 1
        if size > AT_ONCE:
            shown, starts = _masked(held, masking)
            back = _kept_back(held, clean=set(starts))
            yield from (each for start, each in zip(starts, shown, strict=True) if start < back)
            held = held[back:]
            size = sum(len(each.text) + 1 for each in held)
    yield from _masked(held, masking)[0]


def _kept_back(lines: list[DocumentLine], *, clean: set[int]) -> int:
    """Return from which line on the last ones are masked again: so many characters, and no secret goes over that place."""
    at, size = len(lines), 0
    while at > 0 and size < LONGEST_BLOCK:
        at -= 1
        size += len(lines[at].text) + 1
    while at < len(lines) and (at not in clean or not at):
        at += 1
    return at


def _masked(lines: list[DocumentLine], masking: SecretMasking) -> tuple[list[DocumentLine], list[int]]:
    """Return the lines masked together, and for each of which line it is the beginning, or -1 when of none."""
    headings = {each: tuple(map(masking.of_text, each)) for each in {line.headings for line in lines}}
    lines = [replace(line, headings=headings[line.headings]) if line.headings else line for line in lines]
    text = _joined(lines)
    shown = masking.of_text(text)
    if shown == text:
        return lines, list(range(len(lines)))
    alone = [replace(line, text=masking.of_text(line.text)) for line in lines]
    if _joined(alone) == shown:
        return alone, list(range(len(lines)))
    return _relined(lines, text, shown)


def _joined(lines: list[DocumentLine]) -> str:
    return "".join(f"{line.text}\n" if line.ends else line.text for line in lines)


def _relined(lines: list[DocumentLine], text: str, shown: str) -> tuple[list[DocumentLine], list[int]]:
    """Return what is shown as lines, each like the line of the text in which it begins."""
    starts = [0, *accumulate(len(line.text) + line.ends for line in lines)][:-1]
    marks = _marks(text, shown)
    made, of, at = list[DocumentLine](), list[int](), 0
    for part in shown.splitlines(keepends=True):
        shown_start, start = marks[bisect_right(marks, (at, len(text))) - 1]
        where = start + at - shown_start
        place = bisect_right(starts, where) - 1
        made.append(replace(lines[place], text=part.removesuffix("\n"), ends=part.endswith("\n")))
        of.append(place if starts[place] == where else max(of, default=0))
        at += len(part)
    return made, of


def _marks(text: str, shown: str) -> list[tuple[int, int]]:
    """Return where the stretches between masks begin in what is shown, and where they stood before."""
    marks, shown_at, at = [(0, 0)], 0, 0
    for number, part in enumerate(shown.split(MASK)):
        if number:
            shown_at += len(MASK)
            at = max(at, text.find(part, at))
            marks.append((shown_at, at))
        shown_at += len(part)
        at += len(part)
    return marks
