"""Every edit of a note, kept so that any earlier text comes back byte by byte.

An edit is kept as one splice: where in the text before it something was taken out, how much, and what was put there.  A
diary that grows by a line a day so costs a line a day, and each text follows from the ones before it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Protocol

from omoide.domain.notes.note import NoteAct, NoteAuthor
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class Splice:
    """One stretch of a text, replaced; places and lengths are characters."""

    start: int
    removed: int
    added: str

    def applied(self, text: str) -> str:
        """Return the text after the edit."""
        return text[: self.start] + self.added + text[self.start + self.removed :]


@dataclass(frozen=True, slots=True)
class NoteRevision:
    """One edit: who made it, when, why, and what it changed."""

    version: int
    at: Moment
    author: NoteAuthor
    act: NoteAct
    reason: str
    splice: Splice


class Spliced(Protocol):
    """An edit of some text: of a note, or of a profile."""

    @property
    def splice(self) -> Splice:
        """Return what it changed."""
        ...

    @property
    def author(self) -> NoteAuthor:
        """Return who made it."""
        ...


class TextRevision(Spliced, Protocol):
    """An edit as it is kept: whatever it is an edit of, these are the things that are told of it."""

    @property
    def version(self) -> int:
        """Return which edit it is, counted from 1."""
        ...

    @property
    def at(self) -> Moment:
        """Return when it was made."""
        ...

    @property
    def act(self) -> StrEnum:
        """Return what it did."""
        ...

    @property
    def reason(self) -> str:
        """Return why it was made, as far as somebody said."""
        ...


def splice_between(before: str, after: str) -> Splice:
    """Return the one stretch in which two texts differ."""
    shorter = min(len(before), len(after))
    start = _longest(shorter, lambda size: before.startswith(after[:size]))
    end = _longest(shorter - start, lambda size: before.endswith(after[len(after) - size :]))
    return Splice(start, len(before) - start - end, after[start : len(after) - end])


def texts(revisions: Iterable[Spliced]) -> Iterator[str]:
    """Yield the text after each revision; the first one is an edit of the empty text."""
    text = ""
    for each in revisions:
        text = each.splice.applied(text)
        yield text


def text_at(revisions: Sequence[Spliced], version: int) -> str:
    """Return the text after this version; 0 is the empty text before the first."""
    text = ""
    for each in revisions[:version]:
        text = each.splice.applied(text)
    return text


def spliced_anew(given: Sequence[str]) -> list[Splice]:
    """Return the splices by which these texts follow each other, from the empty one on."""
    return [splice_between(before, after) for before, after in pairwise(("", *given))]


def _longest(most: int, is_shared: Callable[[int], bool]) -> int:
    """Return how much is shared, where whatever is shorter is shared too: by halves, for texts may be long."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if is_shared(middle) else (least, middle - 1)
    return least
