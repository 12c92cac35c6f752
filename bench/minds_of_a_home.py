"""A home of very many minds, made in minutes: one is lived through, the others are copies of its rows under ids of their own.

The first persona's turns go through the public API and are digested by rules, some of what it supposes is confirmed, and everything
gets its passages and a night; vectors are made by dice (`DicedVectors`).  For every
other persona all rows are copied by one statement a table for a hundred personas at a time; its words are put into the
full-text index with its own mark.  Such a home is for measuring only: all minds remember the same.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import Column, Table

from bench.kept_vectors import DicedVectors
from bench.synthetic import turns
from omoide import Omoide
from omoide.adapters.sql.migrate import TABLES
from omoide.adapters.sql.recall.passage_rows import ITEM_SHIFT, address
from omoide.domain.recall.passage import PassageKind, Side, version_item
from omoide.domain.text.tokens import document_tokens

SETTINGS = "[index]\ncheckpoint_items = 2000\n\n[embedding]\nbatch_size = 2000\n\n[background]\nauto = true\n"
COPIED = {
    PassageKind.EVENT: ("events", 0),
    PassageKind.MEMORY: ("memories", 0),
    PassageKind.EPISODE: ("episodes", 0),
    PassageKind.INSIGHT: ("insights", 0),
    PassageKind.BELIEF: ("states", version_item(1, 0).bit_length() - 1),
}
"""Passages that are copied, what they are pieces of, and by how many bits its number is shifted; the first persona has no others."""
UNSAID = {
    ("embedding_progress", "passage_id"): "passages",
    ("topic_progress", "passage_id"): "passages",
    ("memory_history", "memory_id"): "memories",
    ("revisions", "target_id"): "states",
}
"""Columns that hold another table's ids without saying so."""
AT_ONCE = 100
CONFIRMED_OF = 8
"""Of so many events of the first persona one is its owner's word that it supposes right."""
WORDS_AT_ONCE = 256 << 20
"""Bytes of words that are gathered before they are written: written little by little they are merged again and again."""


def name(number: int) -> str:
    """Return the name of the persona with this number, from 0 on."""
    return f"p{number}"


def made(home: Path, *, personas: int, events: int, told: Callable[[str], None] = lambda _line: None) -> None:
    """Make a home of so many personas, each with so many events, digested and embedded."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(SETTINGS, encoding="utf-8")
    with Omoide.open(home, beside="nowhere", embedder=DicedVectors()) as omoide:
        mind = omoide.add_persona(name(0), language="ja")
        first = omoide.mind(mind.name)
        first.observe_many(list(turns(events - events // CONFIRMED_OF, seed=1)))
        first.digest()
        first.beliefs.confirm(*(each.id for each in first.beliefs.candidates()[: events // CONFIRMED_OF]))
        first.settle()
        first.catch_up()
    told(f"one mind of {events} events is lived through")
    with closing(sqlite3.connect(home / "omoide.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA cache_size=-1048576")
        connection.execute(f"INSERT INTO passage_tokens (passage_tokens, rank) VALUES ('hashsize', {WORDS_AT_ONCE})")
        _copied(connection, personas=personas, told=told)
        connection.execute(f"INSERT INTO passage_tokens (passage_tokens, rank) VALUES ('hashsize', {1 << 20})")
        connection.execute("PRAGMA analysis_limit=1000")
        connection.execute("ANALYZE")
        connection.execute("PRAGMA journal_mode=WAL")


def _copied(connection: sqlite3.Connection, *, personas: int, told: Callable[[str], None]) -> None:
    kinds = ",".join(f"'{kind.value}'" for kind in COPIED)
    others = connection.execute(f"SELECT DISTINCT kind FROM passages WHERE kind NOT IN ({kinds})").fetchall()
    assert not others, f"it is not known how to copy the passages of {others}"
    tables = [each for each in TABLES.sorted_tables if _count(connection, each.name)]
    spans = {each.name: _span(connection, each) for each in tables}
    for each in tables:
        connection.execute(f"CREATE TEMP TABLE one_{each.name} AS SELECT * FROM main.{each.name}")
    words = _words(connection)
    connection.execute("CREATE TEMP TABLE numbers (k INTEGER PRIMARY KEY)")
    for start in range(1, personas, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, personas))
        connection.execute("BEGIN")
        connection.execute("DELETE FROM numbers")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(k,) for k in numbers])
        for each in tables:
            if each.name != "embedding_spaces":
                connection.execute(_copying(each, spans))
        connection.executemany(
            "INSERT INTO passage_tokens (rowid, tokens) VALUES (?, ?)",
            (
                (at + (k * spans[of] << bits << ITEM_SHIFT), pattern.replace("\0", str(k + 1)))
                for k in numbers
                for at, (of, bits), pattern in words
            ),
        )
        connection.execute("COMMIT")
        if numbers[-1] // 1000 != numbers[0] // 1000 or numbers[-1] + 1 == personas:
            told(f"{numbers[-1] + 1} minds")


def _copying(table: Table, spans: dict[str, int]) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(_value(table, column, spans) for column in table.columns)
    return f"INSERT INTO main.{table.name} ({columns}) SELECT {values} FROM numbers CROSS JOIN one_{table.name} AS o ORDER BY k"


def _value(table: Table, column: Column[object], spans: dict[str, int]) -> str:
    own = f'o."{column.name}"'
    if table.name == "personas" and column.name in ("name", "folded"):
        return "'p' || k"
    if table.name == "passages" and column.name == "item_id":
        moved = " ".join(
            f"WHEN '{kind.value}' THEN k * {spans[of] << bits}" for kind, (of, bits) in COPIED.items() if of in spans
        )
        return f"{own} + CASE o.kind {moved} END"
    of = next((key.column.table.name for key in column.foreign_keys), UNSAID.get((table.name, column.name)))
    if of is None and column.name == "id" and column.primary_key:
        of = table.name
    return own if of in (None, "embedding_spaces") or of not in spans else f"{own} + k * {spans[of]}"


def _words(connection: sqlite3.Connection) -> list[tuple[int, tuple[str, int], str]]:
    """Return every passage's number in the full-text index, what it is a piece of, and its words but for the persona."""
    found = []
    for kind_name, item_id, side, part, text in connection.execute(
        "SELECT kind, item_id, side, part, text FROM one_passages"
    ):
        kind = PassageKind(kind_name)
        words = " ".join(f"{kind.value[0]}\0:{token}" for token in document_tokens(text))
        found.append((address(kind=kind, item_id=item_id, side=Side(side), part=part), COPIED[kind], words))
    return found


def _span(connection: sqlite3.Connection, table: Table) -> int:
    if "id" not in table.columns:
        return 0
    return int(connection.execute(f"SELECT max(id) FROM {table.name}").fetchone()[0] or 0)


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
