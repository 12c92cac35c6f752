"""Turns from which erased words are taken out, and turns that are made again."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from omoide.adapters.sql.beliefs.tables import event_links, undigested
from omoide.adapters.sql.database import insert_new
from omoide.adapters.sql.episodes.tables import episode_resonances
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.tables import going as table
from omoide.adapters.sql.erasing.tables import redactions
from omoide.adapters.sql.memories.tables import memories
from omoide.adapters.sql.recall import passage_rows
from omoide.adapters.sql.tables import completions, events, metadata, passages
from omoide.domain.events.event import OWNER, Event
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.time.moment import Moment
from omoide.ports.erasing.store import Redaction

BATCH = 400
_STAYS = frozenset({completions.name, episode_resonances.name, redactions.name, undigested.name})
"""What belongs to the turn itself; what an answer resonated with has counted."""


def redact(going: Going, changed: Sequence[Redaction], *, order_id: int, at: Moment) -> list[int]:
    """Give the turns their new texts, with a note of it; their passages wait to be made again.  Return which were changed."""
    connection = going.connection
    done: list[int] = []
    for each in changed:
        if _is_there(connection, each.event):
            connection.execute(insert(redactions).values(event_id=each.event.id, erasure_id=order_id, at=at))
            _rewrite(connection, each.event)
            done.append(int(each.event.id))
    for start in range(0, len(done), BATCH):
        mine = passages.c.item_id.in_(done[start : start + BATCH])
        found = select(passages.c.id).where(passages.c.kind == PassageKind.EVENT.value, mine)
        going.add_found(GoingKind.PASSAGE, found)
    return done


def cut_anew(going: Going, persona_id: PersonaId, changed: Sequence[Redaction], done: Sequence[int]) -> None:
    """Keep the passages of redacted turns; their vectors are made with the next ones."""
    for each in changed:
        if each.event.id in done:
            passage_rows.add(
                going.connection,
                persona_id,
                kind=PassageKind.EVENT,
                item_id=each.event.id,
                created=each.event.created,
                pieces=each.pieces,
            )


def gather_unmade(going: Going, event_ids: Sequence[int]) -> None:
    """Say of which turns everything is made again: they, and the memories made of them, are noted as going."""
    going.add(GoingKind.UNMADE, event_ids)
    owners = select(events.c.id).where(events.c.source == OWNER)  # nothing is made again of the owner's own acts
    going.connection.execute(delete(table).where(table.c.kind == GoingKind.UNMADE.value, table.c.id.in_(owners)))
    made = select(memories.c.id).where(memories.c.event_id.in_(going.ids(GoingKind.UNMADE)))
    going.add_found(GoingKind.MEMORY, made)


def unmake(going: Going, persona_id: PersonaId) -> None:
    """Take away what was made of turns that stay, and let them wait to be digested."""
    for other in reversed(metadata.sorted_tables):
        for column in other.columns:
            points = any(key.column is events.c.id for key in column.foreign_keys)
            if points and other.name not in _STAYS and column is not event_links.c.to_event_id:
                going.delete(other, column, GoingKind.UNMADE)
    again = select(events.c.persona_id, events.c.created, events.c.id).where(
        events.c.persona_id == persona_id, events.c.id.in_(going.ids(GoingKind.UNMADE))
    )
    statement = insert_new(going.connection, undigested)
    going.connection.execute(statement.from_select(["persona_id", "created", "event_id"], again))


def _is_there(connection: Connection, event: Event) -> bool:
    return connection.execute(select(events.c.id).where(events.c.id == event.id)).first() is not None


def _rewrite(connection: Connection, event: Event) -> None:
    mine = events.c.id == event.id
    images = json.dumps(event.image_summaries, ensure_ascii=False) if event.image_summaries else None
    own = connection.execute(select(events.c.assistant_text).where(mine)).scalar()
    answer = event.assistant if own is not None else None
    connection.execute(
        update(events).where(mine).values(user_text=event.user, assistant_text=answer, image_summaries=images)
    )
    if own is None and event.assistant is not None:
        later = update(completions).where(completions.c.event_id == event.id)
        connection.execute(later.values(assistant_text=event.assistant))
