"""Blocks of markup in what was said: `<memories> … </memories>`, and the like of hosts and tools.

A block is taken out whole.  One that is never closed ends with the text if it begins a line; a tag that is only named in
mid-sentence is just talk.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

INJECTED_TAGS: Final = ("memories", "omoide", "omoide-context", "omoide-memories", "recollections")
"""Blocks in which Omoide hands memories to a model; the composer must use one of these."""


@dataclass(frozen=True, slots=True)
class MarkupBlock:
    """A block that was taken out."""

    tag: str
    inside: str


def opening(tags: Iterable[str]) -> re.Pattern[str]:
    """Return what finds the beginning of a block with one of these tags."""
    return re.compile(rf"<({'|'.join(map(re.escape, sorted(tags, key=len, reverse=True)))})(?:\s[^<>]*)?>")


def taken_out(text: str, *, begins: re.Pattern[str]) -> tuple[str, tuple[MarkupBlock, ...]]:
    """Return the text without its blocks, and the blocks, in one pass."""
    parts: list[str] = []
    blocks: list[MarkupBlock] = []
    position = 0
    for block in _found(text, begins):
        parts.append(text[position : block.start])
        blocks.append(MarkupBlock(block.tag, text[block.inside : block.inside_end]))
        position = block.end
    return "".join([*parts, text[position:]]), tuple(blocks)


def spans(text: str, *, begins: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return where the insides of the blocks stand, in order."""
    return [(block.inside, block.inside_end) for block in _found(text, begins)]


@dataclass(frozen=True, slots=True)
class _BlockPlace:
    tag: str
    start: int
    inside: int
    inside_end: int
    end: int


def _found(text: str, begins: re.Pattern[str]) -> Iterator[_BlockPlace]:
    position = 0
    unclosed: set[str] = set()
    for found in begins.finditer(text):
        tag = found.group(1)
        if found.start() < position or tag in unclosed:
            continue
        closing = f"</{tag}>"
        end = text.find(closing, found.end())
        if end < 0:
            unclosed.add(tag)
            if text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip():
                continue
        inside_end = len(text) if end < 0 else end
        position = inside_end if end < 0 else end + len(closing)
        yield _BlockPlace(tag, found.start(), found.end(), inside_end, position)
