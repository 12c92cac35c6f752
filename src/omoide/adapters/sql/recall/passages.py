"""Passages and their vectors in SQL.

Vectors are kept in half precision: for unit vectors the cosine moves by less than 0.001 and the file is half as large.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, func, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall.passage_rows import ITEM_SHIFT, KIND_BITS, PART_BITS, SIDE_BITS
from omoide.adapters.sql.tables import passages, progress, spaces, vectors
from omoide.adapters.sql.topics.tables import topic_centres, topics
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import Passage, PassageId, PassageKind, Side
from omoide.domain.time.moment import Moment
from omoide.ports.recall.search import Coverage

STORED = np.float16
FORGOTTEN_AT_ONCE = 5_000
"""Vectors of a space no longer used that are dropped in one step."""

# Statements on the path of every turn and every recall are built once.
_DONE = (
    select(progress.c.passage_id)
    .join(spaces, spaces.c.id == progress.c.space_id)
    .where(progress.c.persona_id == bindparam("persona_id"), spaces.c.key == bindparam("space"))
)
_PASSAGE = ("id", "kind", "item_id", "side", "part", "created", "text")
_PENDING = Prepared(
    select(*(passages.c[name] for name in _PASSAGE))
    .where(
        passages.c.persona_id == bindparam("persona_id"),
        passages.c.id > func.coalesce(_DONE.scalar_subquery(), 0),
    )
    .order_by(passages.c.id)
    .limit(bindparam("limit"))
)
_KNOWN = (
    select(vectors.c.data)
    .select_from(passages.join(vectors, vectors.c.passage_id == passages.c.id))
    .join(spaces, spaces.c.id == vectors.c.space_id)
    .where(
        passages.c.persona_id == bindparam("persona_id"),
        passages.c.hash == bindparam("hash"),
        spaces.c.key == bindparam("space"),
    )
    .limit(1)
)


def item_of(addresses: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return which things the passages at these addresses are pieces of."""
    return addresses >> ITEM_SHIFT


def kind_of(addresses: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of which kind the passages at these addresses are, by its place among the kinds."""
    return (addresses >> (PART_BITS + SIDE_BITS)) & ((1 << KIND_BITS) - 1)


class SqlPassageStore:
    """Knows which passages still wait for a vector, and keeps the vectors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pending(self, persona_id: PersonaId, space: EmbeddingSpace, *, limit: int) -> list[Passage]:
        """Return passages without a vector in this space, oldest first."""
        wanted = {"persona_id": persona_id, "space": space.key, "limit": limit}
        with self._database.reading() as connection:
            return [_passage(row) for row in _PENDING.rows(connection, wanted)]

    def known_vectors(
        self, persona_id: PersonaId, space: EmbeddingSpace, hashes: Sequence[bytes]
    ) -> dict[bytes, NDArray[np.float32]]:
        """Return vectors already made in this space for texts with these hashes."""
        found: dict[bytes, NDArray[np.float32]] = {}
        with self._database.reading() as connection:
            for key in hashes:  # one by one: a text said a thousand times needs only the first of its vectors
                wanted = {"persona_id": persona_id, "space": space.key, "hash": key}
                data = connection.execute(_KNOWN, wanted).scalar()
                if data is not None:
                    found[key] = np.frombuffer(data, STORED).astype(np.float32)
        return found

    def put_vectors(
        self,
        persona_id: PersonaId,
        space: EmbeddingSpace,
        passage_ids: Sequence[PassageId],
        matrix: NDArray[np.float32],
    ) -> None:
        """Keep one vector per passage and note how far the work has come, all or none.

        Passages that were taken away meanwhile, erased with their turn, are passed over.
        """
        halves = matrix.astype(STORED)
        with self._database.writing(persona_id) as connection:
            space_id = _space_id(self._database, connection, space)
            there = set(connection.execute(select(passages.c.id).where(passages.c.id.in_(passage_ids))).scalars())
            rows = [
                {"persona_id": persona_id, "space_id": space_id, "passage_id": passage_id, "data": half.tobytes()}
                for passage_id, half in zip(passage_ids, halves, strict=True)
                if passage_id in there
            ]
            if not rows:
                return
            connection.execute(self._database.insert_new(vectors), rows)
            far = max(*passage_ids, _done(connection, persona_id, space)) if passage_ids else 0
            advance = self._database.upsert(progress, keys=["persona_id", "space_id"], values=["passage_id"])
            connection.execute(advance.values(persona_id=persona_id, space_id=space_id, passage_id=far))

    def forget_vectors(self, persona_id: PersonaId, space: EmbeddingSpace) -> None:
        """Drop the persona's vectors of this space, so that they are made anew."""
        with self._database.writing(persona_id) as connection:
            space_id = _space_id(self._database, connection, space)
            for table in (vectors, progress):
                connection.execute(table.delete().where(table.c.persona_id == persona_id, table.c.space_id == space_id))

    def forget_other_spaces(self, persona_id: PersonaId, space: EmbeddingSpace) -> int:
        """Drop the persona's vectors of every other space, some at a time, so that nobody who writes waits long."""
        other = select(spaces.c.id).where(spaces.c.key != space.key)
        some = (
            select(vectors.c.id)
            .where(vectors.c.persona_id == persona_id, vectors.c.space_id.in_(other))
            .limit(FORGOTTEN_AT_ONCE)
        )
        with self._database.reading() as connection:
            if connection.execute(some.limit(1)).first() is None:
                return 0
        count = 0
        while True:
            with self._database.writing(persona_id) as connection:
                ids = list(connection.execute(some).scalars())
                if ids:
                    connection.execute(vectors.delete().where(vectors.c.id.in_(some)))
                    count += len(ids)
                    continue
                mine = topic_centres.c.topic_id.in_(select(topics.c.id).where(topics.c.persona_id == persona_id))
                connection.execute(topic_centres.delete().where(mine, topic_centres.c.space_id.in_(other)))
                done = (progress.c.persona_id == persona_id, progress.c.space_id.in_(other))
                connection.execute(progress.delete().where(*done))
                return count

    def count(self, persona_id: PersonaId) -> int:
        """Return how many passages the persona has."""
        query = select(func.count()).select_from(passages).where(passages.c.persona_id == persona_id)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def coverage(self, persona_id: PersonaId) -> dict[str, Coverage]:
        """Return, for each space by its key, how many of the persona's passages have a vector in it."""
        total = select(func.count()).select_from(passages).where(passages.c.persona_id == persona_id)
        counted = (
            select(spaces.c.key, func.count(vectors.c.id).label("held"))
            .select_from(
                spaces.outerjoin(vectors, (vectors.c.space_id == spaces.c.id) & (vectors.c.persona_id == persona_id))
            )
            .group_by(spaces.c.key)
        )
        with self._database.reading() as connection:
            every = int(connection.execute(total).scalar_one())
            return {row.key: Coverage(passages=every, vectors=row.held) for row in connection.execute(counted)}


def _done(connection: Connection, persona_id: PersonaId, space: EmbeddingSpace) -> int:
    return int(connection.execute(_DONE, {"persona_id": persona_id, "space": space.key}).scalar() or 0)


def _space_id(database: Database, connection: Connection, space: EmbeddingSpace) -> int:
    row = {"key": space.key, "name": space.name, "dims": space.dims, "fingerprint": space.fingerprint}
    connection.execute(database.insert_new(spaces).values(row))
    return int(connection.execute(select(spaces.c.id).where(spaces.c.key == space.key)).scalar_one())


def _passage(row: tuple[Any, ...]) -> Passage:
    passage_id, kind, item_id, side, part, created, said = row
    return Passage(
        id=PassageId(passage_id),
        kind=PassageKind(kind),
        item_id=item_id,
        side=Side(side),
        part=part,
        created=Moment(created),
        text=said,
    )
