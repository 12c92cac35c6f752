"""Rows of memories as values and back, and the passage by which a memory is found."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, func, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_texts, memory_ticks
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall import passage_rows, token_rows
from omoide.adapters.sql.recall.passages import STORED
from omoide.adapters.sql.recall.token_rows import TokenRow
from omoide.adapters.sql.tables import events, passages, progress, spaces, vectors
from omoide.domain.events.event import EventId, EventOrigin, of_source
from omoide.domain.feelings.emotion import EmotionTag, Valence
from omoide.domain.memories import retention
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Draft, Memory, MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import NewPassage, PassageKind, Side
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import Moment

BATCH = 500
"""Ids in one statement; databases bound the number of parameters."""
MEMORY: Select[Any] = (
    select(
        memories,
        memory_texts.c.trigger,
        memory_texts.c.content,
        memory_texts.c.keywords,
        events.c.source.label("event_source"),
        events.c.origin.label("event_origin"),
    )
    .join_from(memories, memory_texts, memory_texts.c.memory_id == memories.c.id)
    .outerjoin(events, events.c.id == memories.c.event_id)
)

# Built once: making a statement costs more than running it.
_SPACE = Prepared(select(spaces.c.id).where(spaces.c.key == bindparam("key")))
_OF_PERSONA = memory_ticks.c.persona_id == bindparam("persona")
_TICK = select(memory_ticks.c.tick).where(_OF_PERSONA)
_TICKED = Prepared(
    update(memory_ticks).where(_OF_PERSONA).values(tick=memory_ticks.c.tick + 1).returning(memory_ticks.c.tick)
)
_INSERT_PASSAGES, _INSERT_VECTORS = insert(passages), Prepared(insert(vectors))
_INSERT_PASSAGE = Prepared(_INSERT_PASSAGES)
_PASSAGES_OF = select(passages.c.id, passages.c.item_id, passages.c.text).where(
    passages.c.kind == PassageKind.MEMORY.value, passages.c.item_id.in_(bindparam("ids", expanding=True))
)
_HIGHEST = Prepared(
    select(
        *(
            select(name)
            .where(persona == bindparam("persona"), name.between(bindparam("low"), bindparam("high")))
            .order_by(func.length(name).desc(), name.desc())
            .limit(1)
            .scalar_subquery()
            for persona, name in (
                (memories.c.persona_id, memories.c.label),
                (memory_history.c.persona_id, memory_history.c.buried_as),
            )
        )
    )
)


def memory(row: AnyRow) -> Memory:
    """Return the value of a row of `MEMORY`."""
    return Memory(
        id=MemoryId(row.id),
        label=row.label,
        event_id=None if row.event_id is None else EventId(row.event_id),
        created=Moment(row.created),
        memory_days=row.memory_days,
        recalls_since_last_batch=row.recalls_since_last_batch,
        recall_count=row.recall_count,
        emotional_intensity=row.emotional_intensity,
        emotional_valence=Valence(row.emotional_valence),
        emotional_arousal=row.emotional_arousal,
        emotional_tags=tags_of(row.emotional_tags),
        decay_coefficient=row.decay_coefficient,
        category=row.category,
        keywords=tuple(json.loads(row.keywords)),
        current_level=Level(row.current_level),
        trigger=row.trigger,
        content=row.content,
        retention_score=retention.kept_score(
            row.retention_score, emotional_intensity=float(row.emotional_intensity), protected=bool(row.protected)
        ),
        faded_through=Moment(row.faded_through),
        archived_at=_moment(row.archived_at),
        protected=bool(row.protected),
        revival_requested=row.revival_requested_at is not None,
        revival_requested_at=_moment(row.revival_requested_at),
        kept_until=_moment(row.kept_until),
        session_id=row.session_id,
        origin=_origin(row),
    )


def _origin(row: AnyRow) -> EventOrigin:
    """Return whose words a memory was made of; one that was made of no turn came from another program."""
    if row.event_id is None:
        return EventOrigin.IMPORT
    return EventOrigin(row.event_origin) if row.event_origin else of_source(row.event_source or "chat")


def tags_text(tags: Iterable[EmotionTag]) -> str:
    """Return tags as the store keeps them."""
    return ",".join(tag.value for tag in tags)


def tags_of(kept: str) -> tuple[EmotionTag, ...]:
    """Return the tags that the store keeps as this text."""
    return tuple(EmotionTag(part) for part in kept.split(",") if part)


def draft(trigger: str | None, content: str | None) -> Draft | None:
    """Return a prepared text, when there is one."""
    return None if trigger is None and content is None else Draft(trigger or "", content or "")


def belongs(column: ColumnElement[Any], persona_id: PersonaId) -> ColumnElement[bool]:
    """Return the condition that rows named by their numbers belong to the persona.

    Knowing no better, SQLite takes the rows of a persona for few and would begin with all of them; a sum is no way in.
    """
    return (column + 0) == persona_id


def next_tick(database: Database, connection: Connection, persona_id: PersonaId) -> int:
    """Return a number larger than that of every change before, inside the caller's transaction."""
    if ticked := _TICKED.rows(connection, {"persona": persona_id}):
        return int(ticked[0][0])
    connection.execute(database.insert_new(memory_ticks).values(persona_id=persona_id, tick=1))
    return int(connection.execute(_TICK, {"persona": persona_id}).scalar_one())


def space_id_of(database: Database, connection: Connection, space: EmbeddingSpace) -> int:
    """Return the number under which the store knows a space; a new one is taken in."""
    if (known := _SPACE.first(connection, {"key": space.key})) is not None:
        return int(known[0])
    row = {"key": space.key, "name": space.name, "dims": space.dims, "fingerprint": space.fingerprint}
    connection.execute(database.insert_new(spaces).values(row))
    return int(_SPACE.rows(connection, {"key": space.key})[0][0])


def add_passages(
    connection: Connection,
    persona_id: PersonaId,
    new: Sequence[tuple[int, Moment, NewPassage, NDArray[np.float32]]],
    *,
    space_id: int,
) -> None:
    """Keep the passages of new memories with their vectors; each is `(memory id, created, piece, vector)`."""
    made = [
        {
            "persona_id": persona_id,
            "kind": PassageKind.MEMORY.value,
            "item_id": memory_id,
            "side": piece.side.value,
            "part": piece.part,
            "created": created,
            "text": piece.text,
            "hash": piece.hash,
        }
        for memory_id, created, piece, _ in new
    ]
    ids = _insert_passages(connection, made)
    words = {
        passage_rows.address(kind=PassageKind.MEMORY, item_id=memory_id, side=piece.side, part=piece.part): piece.tokens
        for memory_id, _, piece, _ in new
    }
    passage_rows.add_tokens(connection, words, kind=PassageKind.MEMORY, persona_id=persona_id)
    _INSERT_VECTORS.write_all(
        connection,
        [
            {"persona_id": persona_id, "space_id": space_id, "passage_id": ids[memory_id], "data": stored(vector)}
            for memory_id, _, _, vector in new
        ],
    )


def _insert_passages(connection: Connection, made: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Keep passages and return the number of each by that of its memory."""
    if len(made) == 1:
        return {made[0]["item_id"]: _INSERT_PASSAGE.insert(connection, made[0])}
    # Told to return the numbers in order, the driver would send the rows one by one.
    connection.execute(_INSERT_PASSAGES, made)
    return {row.item_id: row.id for row in _passages_of(connection, [each["item_id"] for each in made])}


def retell_passages(
    connection: Connection,
    persona_id: PersonaId,
    told: Sequence[tuple[int, NewPassage, NDArray[np.float32]]],
    *,
    space_id: int,
) -> None:
    """Give passages of memories a new text and vector; each is `(memory id, piece, vector)`.

    The passage keeps its number and the vector gets a new one: that is how caches see that it is another.
    """
    pieces = {memory_id: piece for memory_id, piece, _ in told}
    made = {memory_id: vector for memory_id, _, vector in told}
    known = _passages_of(connection, sorted(pieces))
    if not known:
        return
    _forget_words(connection, persona_id, known)
    connection.execute(
        update(passages).where(passages.c.id == bindparam("key")).values(text=bindparam("new"), hash=bindparam("sum")),
        [{"key": row.id, "new": pieces[row.item_id].text, "sum": pieces[row.item_id].hash} for row in known],
    )
    words = {_address(row): pieces[row.item_id].tokens for row in known}
    passage_rows.add_tokens(connection, words, kind=PassageKind.MEMORY, persona_id=persona_id)
    _replace_vectors(connection, persona_id, known, made, space_id=space_id)


def _replace_vectors(
    connection: Connection,
    persona_id: PersonaId,
    known: Sequence[AnyRow],
    made: dict[int, NDArray[np.float32]],
    *,
    space_id: int,
) -> None:
    ids = [row.id for row in known]
    connection.execute(delete(vectors).where(vectors.c.passage_id.in_(ids)))
    connection.execute(
        insert(vectors),
        [
            {"persona_id": persona_id, "space_id": space_id, "passage_id": row.id, "data": stored(made[row.item_id])}
            for row in known
        ],
    )
    # In other spaces these passages wait for a vector again.
    connection.execute(
        update(progress)
        .where(progress.c.persona_id == persona_id, progress.c.space_id != space_id, progress.c.passage_id >= min(ids))
        .values(passage_id=min(ids) - 1)
    )


def remove_passages(connection: Connection, persona_id: PersonaId, memory_ids: Sequence[int]) -> None:
    """Take the passages of memories away, with their words and vectors."""
    known = _passages_of(connection, memory_ids)
    if not known:
        return
    ids = [row.id for row in known]
    _forget_words(connection, persona_id, known)
    connection.execute(delete(vectors).where(vectors.c.passage_id.in_(ids)))
    connection.execute(delete(passages).where(passages.c.id.in_(ids)))


def stored(vector: NDArray[np.float32]) -> bytes:
    """Return a vector as the store keeps it."""
    return vector.astype(STORED).tobytes()


def next_label_number(connection: Connection, persona_id: PersonaId, *, prefix: str) -> int:
    """Return the number of the next memory of a day, one above the highest that is there or can still come back."""
    wanted = {"persona": persona_id, "low": prefix, "high": f"{prefix}~"}
    [highest] = _HIGHEST.rows(connection, wanted)
    return max((int(label.rsplit("_", 1)[1]) + 1 for label in highest if label), default=1)


def _passages_of(connection: Connection, memory_ids: Sequence[int]) -> Sequence[AnyRow]:
    return connection.execute(_PASSAGES_OF, {"ids": memory_ids}).all()


def _forget_words(connection: Connection, persona_id: PersonaId, known: Sequence[AnyRow]) -> None:
    """Take the words of passages out of the full-text table, which must be told exactly what it holds."""
    addresses = {_address(row): row.text for row in known}
    words = {
        at: " ".join(
            passage_rows.marked(token, kind=PassageKind.MEMORY, persona_id=persona_id)
            for token in document_tokens(addresses[at])
        )
        for at in token_rows.held(connection, list(addresses))
    }
    token_rows.forget(connection, [TokenRow(at, tokens) for at, tokens in words.items()])


def _address(row: AnyRow) -> int:
    return passage_rows.address(kind=PassageKind.MEMORY, item_id=row.item_id, side=Side.WHOLE, part=0)


def _moment(seconds: int | None) -> Moment | None:
    return None if seconds is None else Moment(seconds)
