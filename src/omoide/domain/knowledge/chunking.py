"""A document's text in chunks, each with its heading and its place (SPEC K1, R7).

Chunks are cut as everywhere (`domain/text/chunks.py`: 300 characters, 50 in common), below one heading at a time, while the
document streams by: never more than a few pages of it are held.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.knowledge.document import DocumentPlace, PlaceUnit, heading_path
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.text.chunks import ChunkRules, spans
from omoide.domain.text.mending import mended

STRETCH: Final = 20_000
"""Characters that are cut at once."""


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk that has not been kept yet."""

    text: str
    place: DocumentPlace

    @property
    def searched(self) -> str:
        """Return what it is found by: its text below its headings."""
        return searched_text(self.text, heading=self.place.heading)


def searched_text(text: str, *, heading: str) -> str:
    """Return a chunk's text with its headings above it."""
    return f"{heading}\n{text}" if heading else text


def text_of(searched: str, *, heading: str) -> str:
    """Return the text alone."""
    return searched.removeprefix(f"{heading}\n") if heading else searched


@dataclass(slots=True)
class _Stretch:
    """Lines below one heading that are not cut yet."""

    text: str = ""
    starts: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def add(self, line: DocumentLine) -> None:
        self.starts.append(len(self.text))
        self.numbers.append(line.number)
        self.text += f"{line.text}\n" if line.ends else line.text

    def number_at(self, place: int) -> int:
        return self.numbers[max(0, bisect_right(self.starts, place) - 1)]

    def without(self, before: int) -> "_Stretch":
        """Return what is left from a place on."""
        first = max(0, bisect_right(self.starts, before) - 1)
        starts = [max(0, start - before) for start in self.starts[first:]]
        return _Stretch(self.text[before:], starts, self.numbers[first:])


def chunked(lines: Iterable[DocumentLine], *, unit: PlaceUnit, rules: ChunkRules) -> Iterator[NewChunk]:
    """Yield the chunks of a document, in order.

    A heading with nothing below it is a chunk of its own, so that its words are found.
    """
    stretch, headings, bare = _Stretch(), tuple[str, ...](), None
    for line in lines:
        if line.is_heading or line.headings != headings:
            yield from _cut(stretch, headings, unit=unit, rules=rules)
            if bare is not None and not _goes_below(line.headings, bare.headings):
                yield from _alone(bare, unit=unit)
            stretch, headings, bare = _Stretch(), line.headings, None
        if line.is_heading:
            bare = line
            continue
        if line.text.strip():
            bare = None
        stretch.add(line)
        if len(stretch.text) > STRETCH:
            *whole, last = spans(stretch.text, longest=rules.characters, overlap=rules.overlap)
            yield from _made(stretch, whole, headings, unit=unit)
            stretch = stretch.without(last[0])
    yield from _cut(stretch, headings, unit=unit, rules=rules)
    if bare is not None:
        yield from _alone(bare, unit=unit)


def _goes_below(headings: tuple[str, ...], above: tuple[str, ...]) -> bool:
    return len(headings) > len(above) and headings[: len(above)] == above


def _alone(heading: DocumentLine, *, unit: PlaceUnit) -> Iterator[NewChunk]:
    if heading.text.strip():
        place = DocumentPlace(unit, heading.number, heading.number, heading_path(heading.headings))
        yield NewChunk(mended(heading.text.strip()), place)


def _cut(stretch: _Stretch, headings: tuple[str, ...], *, unit: PlaceUnit, rules: ChunkRules) -> Iterator[NewChunk]:
    if stretch.text.strip():
        found = spans(stretch.text, longest=rules.characters, overlap=rules.overlap)
        yield from _made(stretch, found, headings, unit=unit)


def _made(
    stretch: _Stretch, found: Iterable[tuple[int, int]], headings: tuple[str, ...], *, unit: PlaceUnit
) -> Iterator[NewChunk]:
    heading = heading_path(headings)
    for start, end in found:
        text = stretch.text[start:end]
        if not text.strip():
            continue
        first = start + len(text) - len(text.lstrip())
        last = start + len(text.rstrip()) - 1
        place = DocumentPlace(unit, stretch.number_at(first), stretch.number_at(last), heading)
        yield NewChunk(mended(text.strip()), place)
