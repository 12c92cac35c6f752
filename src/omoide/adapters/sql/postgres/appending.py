"""The event log on a server: one turn goes there, and is acknowledged, in one trip.

Turn, event, passages, words and the note that it waits to be digested are written by one statement.  It writes nothing where
something stands in the way: tables of another version, a key that is known, an order to erase that may have meant this turn.  Then, and
for several turns at once, the log is written step by step as everywhere (`events/events.py`), which also says what was in the way.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import text

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.events import event_rows
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall import passage_rows
from omoide.domain.events.event import OWNER, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.ports.events.store import KeptEvent, LogEntry

# Every part sees what stood there before the statement, so nothing of it may ask for a row that another part writes.
_APPEND = Prepared(
    text(
        f"""
WITH free AS MATERIALIZED (
  SELECT 1
  WHERE EXISTS (SELECT 1 FROM alembic_version WHERE version_num = :revision)
    AND (NOT :may_be_copy OR NOT EXISTS (
      SELECT 1 FROM erasures WHERE persona_id = :persona OR persona_hash IS NOT NULL))
    AND (CAST(:idempotency_key AS text) IS NULL OR NOT EXISTS (
      SELECT 1 FROM events WHERE persona_id = :persona AND idempotency_key = :idempotency_key))
), happened AS (
  INSERT INTO events (persona_id, created, source, client_id, session_id, user_text, assistant_text, image_summaries,
                      idempotency_key, origin)
  SELECT :persona, :created, :source, :client_id, :session_id, :user_text, :assistant_text, :image_summaries,
         :idempotency_key, :origin
  FROM free
  RETURNING id
), waiting AS (
  INSERT INTO undigested_events (persona_id, created, event_id)
  SELECT :persona, :created, id FROM happened WHERE :waits
), found_by AS (
  INSERT INTO passages (persona_id, kind, item_id, side, part, created, text, hash)
  SELECT :persona, :kind, happened.id, piece.side, piece.part, :created, piece.text, piece.hash
  FROM happened,
       unnest(CAST(:sides AS text[]), CAST(:parts AS int[]), CAST(:texts AS text[]), CAST(:hashes AS bytea[]))
         AS piece (side, part, text, hash)
), words AS (
  INSERT INTO passage_tokens (id, tokens)
  SELECT happened.id << {passage_rows.ITEM_SHIFT} | piece.place, array_to_tsvector(string_to_array(piece.tokens, ' '))
  FROM happened, unnest(CAST(:places AS bigint[]), CAST(:tokens AS text[])) AS piece (place, tokens)
)
SELECT id FROM happened
"""  # noqa: S608 - our own number
    )
)


def appended(database: Database, persona_id: PersonaId, entries: Sequence[LogEntry]) -> list[KeptEvent] | None:
    """Return the turn, kept; `None` when nothing was written, because it is not for one trip or something is in the way."""
    if len(entries) != 1 or entries[0].tells_language is not None:
        return None
    [entry] = entries
    made = database.in_one_trip(persona_id, _APPEND, _values(persona_id, entry))
    return None if made is None else [KeptEvent(event_rows.kept(EventId(made[0]), entry), is_new=True)]


def _values(persona_id: PersonaId, entry: LogEntry) -> dict[str, Any]:
    row = event_rows.of_entry(persona_id, entry)
    del row["persona_id"]
    kind = PassageKind.EVENT
    return row | {
        "may_be_copy": entry.is_past or bool(entry.turn.idempotency_key),
        "waits": entry.turn.source != OWNER,
        "kind": kind.value,
        "sides": [piece.side.value for piece in entry.pieces],
        "parts": [piece.part for piece in entry.pieces],
        "texts": [piece.text for piece in entry.pieces],
        "hashes": [piece.hash for piece in entry.pieces],
        "places": [passage_rows.address(kind=kind, item_id=0, side=one.side, part=one.part) for one in entry.pieces],
        "tokens": [passage_rows.as_marked(one.tokens, kind=kind, persona_id=persona_id) for one in entry.pieces],
    }
