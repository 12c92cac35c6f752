"""Words that were looked up lately, each with the turns that hold it.

Every look at a word reads all of its postings, and what people say is made of the same words again and again.  What was kept since a
word was looked up is put to it from the few new passages themselves.  Turns are never taken back but by an order to erase, after which
everything is looked up anew.  For SQLite, whose passages become visible in the order of their numbers.
"""

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, select

from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.tables import passages
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.text.tokens import document_tokens

Ints = NDArray[np.int64]
MOST_BYTES: Final = 16 * 1024 * 1024
"""What all words together may take; those that were not asked for since longest go first."""
WORD_BYTES: Final = 400
"""About what a word takes by itself, however few turns hold it."""
MOST_FOLLOWED: Final = 4_000
"""New passages that are held of all personas together, a few kilobytes each; who was not asked for since longest goes first."""
MOST_NEW: Final = 500
"""Passages that came since; of a word that was looked up before more of them came, all is looked up anew."""
_NEWER = Prepared(
    select(passages.c.id, passages.c.item_id, passages.c.text)
    .where(
        passages.c.persona_id == bindparam("persona_id"),
        passages.c.id > bindparam("after"),
        passages.c.id <= bindparam("newest"),
        passages.c.kind == PassageKind.EVENT.value,
    )
    .order_by(passages.c.id)
    .limit(MOST_NEW + 1)
)


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The state of the store that a look sees."""

    newest: int
    """Its newest passage."""
    order: int
    """The persona's last order to erase."""


@dataclass(frozen=True, slots=True)
class _Word:
    item_ids: Ints
    at: LookedAt

    @property
    def bytes(self) -> int:
        return WORD_BYTES + self.item_ids.nbytes


@dataclass(frozen=True, slots=True)
class _NewPassages:
    """The last passages of a persona, with what each of them says; never changed, so that any thread may look at them."""

    after: int
    """All passages after this one are here,"""
    upto: int
    """up to this one."""
    order: int
    numbers: tuple[int, ...] = ()
    said: tuple[tuple[int, frozenset[str]], ...] = ()
    """The turn and the tokens of each."""

    @property
    def count(self) -> int:
        return max(1, len(self.numbers))

    def holding(self, token: str, *, after: int, upto: int) -> list[int]:
        """Return the turns of which passages between these numbers hold a token."""
        here = self.said[bisect_right(self.numbers, after) : bisect_right(self.numbers, upto)]
        return [item_id for item_id, tokens in here if token in tokens]


class KnownWords:
    """Holds what was looked up lately."""

    def __init__(self, *, most_bytes: int = MOST_BYTES, most_followed: int = MOST_FOLLOWED) -> None:
        self._most, self._most_followed = most_bytes, most_followed
        self._words: OrderedDict[str, _Word] = OrderedDict()
        self._bytes = 0
        self._new: OrderedDict[PersonaId, _NewPassages] = OrderedDict()
        self.followed = 0
        """What is held of new passages; a persona without any counts as one."""
        self._lock = threading.Lock()
        """Held for moments, never while anything is read."""

    def __contains__(self, word: str) -> bool:
        """Tell whether anything is known of a word."""
        return word in self._words

    def known(
        self, connection: Connection, persona_id: PersonaId, words: Mapping[str, str], *, at: LookedAt
    ) -> dict[str, Ints]:
        """Return the turns that hold those of the tokens that are known; the words are the tokens as they are held here."""
        new = self._followed(connection, persona_id, at)
        with self._lock:
            held = {token: known for token, word in words.items() if (known := self._words.get(word))}
        found = {
            token: _with(known.item_ids, new.holding(token, after=known.at.newest, upto=at.newest))
            for token, known in held.items()
            if known.at.order == at.order and new.after <= known.at.newest <= at.newest
        }
        self.hold({words[token]: item_ids for token, item_ids in found.items()}, at=at)
        return found

    def hold(self, words: Mapping[str, Ints], *, at: LookedAt) -> None:
        """Hold the turns of words as they were just found."""
        with self._lock:
            for word, item_ids in words.items():
                before = self._words.pop(word, None)
                self._words[word] = new = _Word(item_ids, at)
                self._bytes += new.bytes - (0 if before is None else before.bytes)
            while self._bytes > self._most:
                _, gone = self._words.popitem(last=False)
                self._bytes -= gone.bytes

    def clear(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._words.clear()
            self._new.clear()
            self._bytes = self.followed = 0

    def _followed(self, connection: Connection, persona_id: PersonaId, at: LookedAt) -> _NewPassages:
        """Return the last passages, as far as this look sees them at least."""
        known = self._new.get(persona_id)
        if known is None or known.order != at.order:
            known = _NewPassages(at.newest, at.newest, at.order)
        elif known.upto < at.newest:
            wanted = {"persona_id": persona_id, "after": known.upto, "newest": at.newest}
            known = _longer(known, _NEWER.rows(connection, wanted), newest=at.newest)
        with self._lock:
            before = self._new.pop(persona_id, None)
            self._new[persona_id] = known
            self.followed += known.count - (0 if before is None else before.count)
            while self.followed > self._most_followed and len(self._new) > 1:
                _, gone = self._new.popitem(last=False)
                self.followed -= gone.count
        return known


def _longer(known: _NewPassages, rows: Sequence[tuple[int, int, str]], *, newest: int) -> _NewPassages:
    if len(rows) > MOST_NEW:
        return _NewPassages(newest, newest, known.order)
    numbers = (*known.numbers, *(number for number, _, _ in rows))
    said = (*known.said, *((item_id, frozenset(document_tokens(text))) for _, item_id, text in rows))
    gone = max(0, len(numbers) - MOST_NEW)
    after = numbers[gone - 1] if gone else known.after
    return _NewPassages(after, newest, known.order, numbers[gone:], said[gone:])


def _with(item_ids: Ints, more: Sequence[int]) -> Ints:
    """Return the turns with some more, ascending as they were."""
    if not more:
        return item_ids
    new = np.sort(np.array(more, np.int64))
    return np.insert(item_ids, np.searchsorted(item_ids, new, side="right"), new)
