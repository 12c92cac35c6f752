"""The full-text table on either database: words in, words out, and which passages it holds.

On SQLite it is FTS5, which keeps postings only and must be told what to forget word by word; on PostgreSQL a table of `tsvector`
under a GIN index, which forgets by number.  A row is known by what it is a piece of (`passage_rows.address`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, text

from omoide.adapters.sql.prepared import SQLITE, Prepared


@dataclass(frozen=True, slots=True)
class TokenRow:
    """The marked tokens of one passage, joined by blanks."""

    address: int
    tokens: str


@dataclass(frozen=True, slots=True)
class _Statements:
    add: Prepared
    forget: Prepared
    clear: str
    held: str
    merge: str


_FTS5 = _Statements(
    add=Prepared(text("INSERT INTO passage_tokens (rowid, tokens) VALUES (:address, :tokens)")),
    forget=Prepared(
        text("INSERT INTO passage_tokens (passage_tokens, rowid, tokens) VALUES ('delete', :address, :tokens)")
    ),
    clear="INSERT INTO passage_tokens (passage_tokens) VALUES ('delete-all')",
    held="passage_tokens_docsize",
    merge="INSERT INTO passage_tokens (passage_tokens) VALUES ('optimize')",
)
_GIN = _Statements(
    add=Prepared(
        text(
            "INSERT INTO passage_tokens (id, tokens) VALUES (:address, array_to_tsvector(string_to_array(:tokens, ' ')))"
        )
    ),
    forget=Prepared(text("DELETE FROM passage_tokens WHERE id = :address AND CAST(:tokens AS text) IS NOT NULL")),
    clear="DELETE FROM passage_tokens",
    held="passage_tokens",
    merge="SELECT gin_clean_pending_list('ix_passage_tokens_tokens'::regclass)",
)


def add(connection: Connection, rows: Sequence[TokenRow]) -> None:
    """Keep the words of passages that it does not hold yet."""
    _of(connection).add.write_all(connection, [{"address": row.address, "tokens": row.tokens} for row in rows])


def forget(connection: Connection, rows: Sequence[TokenRow]) -> None:
    """Take the words of passages out; they must be those that were put in.

    Told to forget what it does not hold, FTS5 takes itself for damaged: ask `held` before.
    """
    if rows:
        _of(connection).forget.write_all(connection, [{"address": row.address, "tokens": row.tokens} for row in rows])


def clear(connection: Connection) -> None:
    """Take everything out."""
    connection.exec_driver_sql(_of(connection).clear)


def merge(connection: Connection) -> None:
    """Leave nothing in the postings of what was taken out."""
    connection.exec_driver_sql(_of(connection).merge)


def held(connection: Connection, addresses: Sequence[int]) -> set[int]:
    """Return those of the passages whose words it holds; few are asked for."""
    some = text(f"SELECT id FROM {_of(connection).held} WHERE id IN :wanted").bindparams(  # noqa: S608 - our own name
        bindparam("wanted", expanding=True)
    )
    return set(connection.execute(some, {"wanted": list(addresses)}).scalars())


def all_held(connection: Connection) -> list[int]:
    """Return every passage whose words it holds."""
    return list(connection.exec_driver_sql(f"SELECT id FROM {_of(connection).held}").scalars())  # noqa: S608


def count(connection: Connection) -> int:
    """Return of how many passages it holds the words."""
    return int(connection.exec_driver_sql(f"SELECT count(*) FROM {_of(connection).held}").scalar_one())  # noqa: S608


def _of(connection: Connection) -> _Statements:
    return _FTS5 if connection.dialect.name == SQLITE else _GIN
