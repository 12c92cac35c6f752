"""Words, in SQLite's FTS5, over our own tokens; kept in the same transaction as the passage itself.

FTS5 keeps no copy of the tokens (a contentless table), so the file holds each text once; the tokens can be made anew
from the passages at any time.
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, literal_column, select, text

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.events import conditions
from omoide.adapters.sql.tables import completions, events, passages
from omoide.domain.event import EventFilter
from omoide.domain.passage import Kind, PassageId, Side
from omoide.domain.persona import PersonaId
from omoide.ports.search import Match

_REBUILD_BATCH = 2000


class Fts5TextIndex:
    """Finds passages by their words."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def match(
        self, persona_id: PersonaId, terms: Sequence[str], *, kind: Kind, where: EventFilter, limit: int
    ) -> list[Match]:
        """Return the best matches for any of the terms, best first."""
        if not terms:
            return []
        found: ColumnElement[float] = literal_column("passage_tokens.rank")
        source = passages.join(text("passage_tokens"), literal_column("passage_tokens.rowid") == passages.c.id)
        wanted = [passages.c.persona_id == persona_id, passages.c.kind == kind.value]
        if not where.is_open:
            source = source.join(events, events.c.id == passages.c.item_id).outerjoin(
                completions, completions.c.event_id == events.c.id
            )
            wanted += conditions(where)
        query = (
            select(passages.c.id, passages.c.item_id, passages.c.side, found.label("rank"))
            .select_from(source)
            .where(text("passage_tokens MATCH :cue"), *wanted)
            .order_by(found)
            .limit(limit)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query, {"cue": any_of(terms)})
            return [Match(PassageId(row.id), row.item_id, Side(row.side), -row.rank) for row in rows]


def any_of(terms: Sequence[str]) -> str:
    """Return the FTS5 query that any of the terms satisfies."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
