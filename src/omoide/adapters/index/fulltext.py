"""Words over our own tokens, in SQLite's FTS5 or under PostgreSQL's GIN; kept in the same transaction as the passage itself.

FTS5 keeps postings and nothing else (contentless, `detail=none`), so the file holds each text once; the postings can be
made anew from the passages at any time.  Each token carries the kind of thing and the persona it belongs to, so that
one persona's words are never looked at for another, and a row's id says which thing it is a piece of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, func, select

from omoide.adapters.index.known_words import KnownWords, LookedAt
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.prepared import SQLITE, Prepared
from omoide.adapters.sql.recall import token_rows
from omoide.adapters.sql.recall.passage_rows import add_tokens, address, marked
from omoide.adapters.sql.recall.passages import item_of
from omoide.adapters.sql.tables import passages
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind, Side
from omoide.domain.text.tokens import document_tokens
from omoide.ports.recall.search import Postings

MOST_POSTINGS = 20_000
"""Passages one word may be in; of one that is in more only the frequency is told, for it says next to nothing."""
GROWN = 1.1
"""How much a store may have grown before a word in very many passages is counted anew; meanwhile its share counts."""
_ONE_WORD = "SELECT group_concat(rowid) FROM (SELECT rowid FROM passage_tokens WHERE passage_tokens MATCH ? LIMIT ?)"
_FREQUENCY = "SELECT count(*) FROM passage_tokens WHERE passage_tokens MATCH ?"
_WORDS_IN_GIN = (
    "SELECT array_send(ARRAY(SELECT id FROM passage_tokens WHERE tokens @@ asked.word::tsquery LIMIT %(most)s)) "
    "FROM unnest(%(words)s::text[]) WITH ORDINALITY AS asked(word, place) ORDER BY asked.place"
)
_FREQUENCY_IN_GIN = "SELECT count(*) FROM passage_tokens WHERE tokens @@ %(word)s::tsquery"
_PACKED = np.dtype([("size", ">i4"), ("number", ">i8")])
"""An element of an array as PostgreSQL sends it."""
_PACKED_HEAD, _PACKED_HEAD_OF_NONE = 20, 12
"""Bytes before the first element: dimensions, flags, kind, length and first index; the last two only where there are any."""
_NEWEST = Prepared(select(func.max(passages.c.id)))
# After an order to erase a word may be rare again.
_LAST_ORDER = Prepared(select(func.max(erasures.c.id)).where(erasures.c.persona_id == bindparam("persona_id")))
_REBUILD_BATCH = 2_000
_MOST_WORDS = 250
"""Words in one statement; SQLite joins at most 500 queries into one."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """A word in very many passages: to list or count them takes milliseconds, and neither says much new."""

    frequency: int
    newest: int
    """The newest passage of the store when it was counted."""
    order: int
    """The last order to erase at that time."""

    def now(self, *, newest: int, order: int) -> int | None:
        """Return how many things hold it by now, about; `None` when it must be counted anew."""
        is_of_now = order == self.order and self.newest <= newest <= GROWN * self.newest
        return round(self.frequency * newest / self.newest) if is_of_now else None


class SqlTextIndex:
    """Finds things by their words."""

    def __init__(self, database: Database, *, most_postings: int = MOST_POSTINGS) -> None:
        self._database = database
        self._most = most_postings
        self._counted: dict[str, _Counted] = {}
        self._lately = KnownWords()

    def postings(self, persona_id: PersonaId, tokens: Sequence[str], *, kind: PassageKind) -> Postings:
        """Return which things hold each of the tokens, and how many do."""
        with self._database.reading() as connection:
            quoted = _quoted if connection.dialect.name == SQLITE else _quoted_for_gin
            words = {token: quoted(marked(token, kind=kind, persona_id=persona_id)) for token in tokens}
            newest = _number(_NEWEST.first(connection, {}))
            order = _number(_LAST_ORDER.first(connection, {"persona_id": persona_id}))
            # Only what happened is never taken back but by an order; memories and documents come and go.
            is_lasting = kind is PassageKind.EVENT
            frequencies = self._known(words, newest=newest, order=order) if is_lasting else {}
            asked = {token: word for token, word in words.items() if token not in frequencies}
            if is_lasting and connection.dialect.name == SQLITE:
                found = self._found_lately(connection, persona_id, asked, at=LookedAt(newest, order))
            else:
                found = self._found(connection, asked)
            listed = {token: ids for token, ids in found.items() if len(ids) <= self._most}
            counted = {id(ids): _distinct(ids) for ids in listed.values()}
            for token, ids in found.items():
                if token in listed:
                    frequencies[token] = counted[id(ids)]
                    continue
                frequencies[token] = _frequency(connection, words[token], sample=ids)
                if is_lasting:
                    self._counted[words[token]] = _Counted(frequencies[token], newest, order)
        return Postings(ids=listed, frequencies=frequencies)

    def _found_lately(
        self, connection: Connection, persona_id: PersonaId, words: Mapping[str, str], *, at: LookedAt
    ) -> dict[str, NDArray[np.int64]]:
        """Return the same as `_found`; only what was not looked up lately is."""
        known = self._lately.known(connection, persona_id, words, at=at)
        known = {token: ids for token, ids in known.items() if len(ids) <= self._most}
        found = self._found(connection, {token: word for token, word in words.items() if token not in known})
        short = {words[token]: ids for token, ids in found.items() if len(ids) <= self._most}
        self._lately.hold(short, at=at)
        both = known | found
        return _shared({token: both[token] for token in words if token in both})

    def _known(self, words: Mapping[str, str], *, newest: int, order: int) -> dict[str, int]:
        """Return how many things hold those of the words that are known to be in very many."""
        counted = {token: known for token, word in words.items() if (known := self._counted.get(word))}
        now = {token: each.now(newest=newest, order=order) for token, each in counted.items()}
        return {token: frequency for token, frequency in now.items() if frequency is not None}

    def _found(self, connection: Connection, words: Mapping[str, str]) -> dict[str, NDArray[np.int64]]:
        """Return the things that hold each token; one more than are listed at most."""
        asked = list(words.values())
        look_up = _looked_up if connection.dialect.name == SQLITE else _looked_up_in_gin
        rows = [
            row
            for start in range(0, len(asked), _MOST_WORDS)
            for row in look_up(connection, asked[start : start + _MOST_WORDS], most=self._most + 1)
        ]
        # The pairs of letters of one word stand in the same passages: what reads the same is one array, read once.
        read = {row: item_of(_numbers(row)) for row in set(rows) if row}
        return {token: read[row] for token, row in zip(words, rows, strict=True) if row}

    def size(self) -> int:
        """Return how many passages there are."""
        with self._database.reading() as connection:
            return _count(connection)

    def is_sound(self) -> bool:
        """Tell whether the postings are whole and agree in number with the passages."""
        with self._database.reading() as connection:
            return token_rows.count(connection) == _count(connection)

    def rebuild(self) -> int:
        """Make the postings anew from the passages; return how many passages there are."""
        self._counted.clear()
        self._lately.clear()
        with self._database.writing() as connection:
            token_rows.clear(connection)
            last = count = 0
            while rows := connection.execute(
                select(passages).where(passages.c.id > last).order_by(passages.c.id).limit(_REBUILD_BATCH)
            ).all():
                for row in rows:
                    kind, side = PassageKind(row.kind), Side(row.side)
                    at = address(kind=kind, item_id=row.item_id, side=side, part=row.part)
                    add_tokens(connection, {at: document_tokens(row.text)}, kind=kind, persona_id=row.persona_id)
                last, count = rows[-1].id, count + len(rows)
        return count


def _looked_up(connection: Connection, words: Sequence[str], *, most: int) -> Sequence[str | bytes | None]:
    """Return, for each word in their order, the passages that hold it, as the database writes their numbers."""
    query = " UNION ALL ".join([_ONE_WORD] * len(words))
    return connection.exec_driver_sql(query, tuple(each for word in words for each in (word, most))).scalars().all()


def _looked_up_in_gin(connection: Connection, words: Sequence[str], *, most: int) -> Sequence[str | bytes | None]:
    """Return the same on PostgreSQL, whose numbers come packed."""
    found = connection.exec_driver_sql(_WORDS_IN_GIN, {"words": list(words), "most": most}).scalars()
    return [None if len(packed) == _PACKED_HEAD_OF_NONE else packed for packed in map(bytes, found)]


def _shared(found: Mapping[str, NDArray[np.int64]]) -> dict[str, NDArray[np.int64]]:
    """Return the same with one array for all tokens that stand in the same passages."""
    known: dict[int, list[NDArray[np.int64]]] = {}
    shared: dict[str, NDArray[np.int64]] = {}
    for token, ids in found.items():
        alike = known.setdefault(len(ids), [])
        same = next((each for each in alike if each is ids or np.array_equal(each, ids)), None)
        if same is None:
            alike.append(ids)
        shared[token] = ids if same is None else same
    return shared


def _numbers(row: str | bytes) -> NDArray[np.int64]:
    """Return the passages, in ascending order."""
    if isinstance(row, str):
        return np.fromstring(row, np.int64, sep=",")
    packed = np.frombuffer(row, _PACKED, offset=_PACKED_HEAD)
    return np.sort(packed["number"].astype(np.int64))


def _frequency(connection: Connection, word: str, *, sample: NDArray[np.int64]) -> int:
    """Return how many things hold a word that is in very many passages.

    Passages are counted, which is quick; how many of them make one thing is told by the first ones.
    """
    if connection.dialect.name == SQLITE:
        counted = connection.exec_driver_sql(_FREQUENCY, (word,))
    else:
        counted = connection.exec_driver_sql(_FREQUENCY_IN_GIN, {"word": word})
    return round(int(counted.scalar_one()) * _distinct(sample) / len(sample))


def _number(row: tuple[Any, ...] | None) -> int:
    return int(row[0] or 0) if row else 0


def _distinct(ascending: NDArray[np.int64]) -> int:
    return 1 + int(np.count_nonzero(np.diff(ascending)))


def _quoted(word: str) -> str:
    doubled = word.replace('"', '""')
    return f'"{doubled}"'


def _quoted_for_gin(word: str) -> str:
    doubled = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


def _count(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(passages)).scalar_one())
