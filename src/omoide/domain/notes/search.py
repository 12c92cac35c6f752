"""Which entries of notes hold the words that are looked for (SPEC N1: diary archives are searchable).

Diaries are looked through day by day, other notes paragraph by paragraph, by the same words as everything else: pairs of
characters in Japanese, so that 田中 is found, and stems in English.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.notes.diary import entries
from omoide.domain.notes.note import Note, NoteAddress
from omoide.domain.recall.cue import query_terms
from omoide.domain.text.tokens import document_tokens

LEAST_SHARE: Final = 0.5
"""Of what is looked for, by weight of words, how much an entry must hold."""
_GAP: Final = re.compile(r"\n[ \t]*\n+")


@dataclass(frozen=True, slots=True)
class NoteHit:
    """An entry that holds what was looked for."""

    address: NoteAddress
    day: date | None
    text: str
    share: float
    """0..1: how much of what was looked for it holds."""


def found(notes: Iterable[Note], words: str, *, limit: int) -> list[NoteHit]:
    """Return the entries that hold most of the words, of equals the newest day first."""
    terms = [term for term in query_terms(words) if not term.is_speaker]
    total = sum(term.weight for term in terms)
    hits = []
    for address, day, text in _pieces(notes):
        held = set(document_tokens(text))
        share = sum(term.weight for term in terms if term.token in held) / total if total else 0.0
        if share >= LEAST_SHARE:
            hits.append(NoteHit(address, day, text.strip(), share))
    return sorted(hits, key=lambda hit: (hit.share, hit.day or date.min), reverse=True)[:limit]


def _pieces(notes: Iterable[Note]) -> Iterator[tuple[NoteAddress, date | None, str]]:
    for note in notes:
        if note.kind.is_diary:
            yield from ((note.address, entry.day, entry.text) for entry in entries(note.text))
        else:
            yield from ((note.address, None, part) for part in _GAP.split(note.text) if part.strip())
