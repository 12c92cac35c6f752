"""What one revision has that another has not, line by line."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum


class DiffMark(StrEnum):
    """What became of a line."""

    SAME = " "
    GONE = "-"
    NEW = "+"


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of either text, with the end it has there."""

    mark: DiffMark
    text: str


@dataclass(frozen=True, slots=True)
class DiffHunk:
    """Lines that stand together; numbers of lines count from 1."""

    old_start: int
    new_start: int
    lines: tuple[DiffLine, ...]


def lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; joined, they are the text."""
    cut = text.split("\n")
    return [f"{line}\n" for line in cut[:-1]] + ([cut[-1]] if cut[-1] else [])


def hunks(old: str, new: str, *, context: int = 3) -> list[DiffHunk]:
    """Return what differs, with so many lines around it; nothing for equal texts."""
    before, after = lines(old), lines(new)
    first = _same(before, after)
    last = _same(before[first:][::-1], after[first:][::-1])
    # Only what lies between is compared: a long diary to which a line is added costs a line.
    lead, tail = max(0, first - context), min(last, context)
    ours = before[lead : len(before) - last + tail]
    theirs = after[lead : len(after) - last + tail]
    groups = SequenceMatcher(None, ours, theirs).get_grouped_opcodes(context)
    return [
        DiffHunk(lead + codes[0][1] + 1, lead + codes[0][3] + 1, tuple(_told(ours, theirs, codes)))
        for codes in groups
        if any(code[0] != "equal" for code in codes)
    ]


def _same(before: list[str], after: list[str]) -> int:
    pairs = zip(before, after, strict=False)
    return next((at for at, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))


def _told(ours: list[str], theirs: list[str], codes: list[tuple[str, int, int, int, int]]) -> Iterator[DiffLine]:
    for kind, old_start, old_end, new_start, new_end in codes:
        if kind == "equal":
            yield from (DiffLine(DiffMark.SAME, line) for line in ours[old_start:old_end])
            continue
        yield from (DiffLine(DiffMark.GONE, line) for line in ours[old_start:old_end])
        yield from (DiffLine(DiffMark.NEW, line) for line in theirs[new_start:new_end])
