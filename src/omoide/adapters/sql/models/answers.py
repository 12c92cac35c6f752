"""Answers and vectors that were paid for, kept by the hash of what was asked."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import delete, func, select

from omoide.adapters.sql.database import AnyRow, Database, scalar_int
from omoide.adapters.sql.models.tables import answers, text_vectors
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.models.answers import KeptAnswer

BATCH = 400
"""Hashes in one statement; databases bound the number of parameters."""


class SqlAnswerStore:
    """Keeps answers by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str) -> KeptAnswer | None:
        """Return the answer to this question, if it was ever given."""
        with self._database.reading() as connection:
            row = connection.execute(select(answers).where(answers.c.key == key)).first()
        return None if row is None else _answer(row)

    def put(self, answer: KeptAnswer) -> None:
        """Keep the answer, durably, in place of an earlier one."""
        values = {
            "persona_id": answer.persona_id,
            "ask": answer.ask,
            "model": answer.model,
            "created": answer.at,
            "answer": answer.json,
            "refusal": answer.refusal,
        }
        statement = self._database.upsert(answers, keys=["key"], values=list(values))
        with self._database.writing_beside() as connection:
            connection.execute(statement.values(key=answer.key, **values))

    def count(self) -> int:
        """Return how many answers are kept."""
        with self._database.reading() as connection:
            return scalar_int(connection.execute(select(func.count()).select_from(answers)).scalar())

    def prune(self, *, before: Moment, persona_id: PersonaId | None = None) -> int:
        """Drop answers given before this moment, of one persona or of all; return how many."""
        statement = delete(answers).where(answers.c.created < before)
        if persona_id is not None:
            statement = statement.where(answers.c.persona_id == persona_id)
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount


class SqlVectorCache:
    """Keeps vectors by the hash of their text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, space: str, hashes: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        """Return those of the vectors that are kept."""
        found: dict[bytes, NDArray[np.float32]] = {}
        with self._database.reading() as connection:
            for start in range(0, len(hashes), BATCH):
                query = select(text_vectors.c.hash, text_vectors.c.data).where(
                    text_vectors.c.space == space, text_vectors.c.hash.in_(hashes[start : start + BATCH])
                )
                found |= {row.hash: np.frombuffer(row.data, np.float32) for row in connection.execute(query)}
        return found

    def put(self, space: str, vectors: dict[bytes, NDArray[np.float32]], *, at: Moment) -> None:
        """Keep the vectors, all or none."""
        rows = [
            {"space": space, "hash": key, "data": vector.astype(np.float32).tobytes(), "created": at}
            for key, vector in sorted(
                vectors.items()
            )  # in one order, so that two who write the same never wait in a ring
        ]
        if rows:
            with self._database.writing_beside() as connection:
                connection.execute(self._database.insert_new(text_vectors), rows)

    def prune(self, *, before: Moment) -> int:
        """Drop vectors made before this moment; return how many."""
        with self._database.writing() as connection:
            return connection.execute(delete(text_vectors).where(text_vectors.c.created < before)).rowcount


def _answer(row: AnyRow) -> KeptAnswer:
    return KeptAnswer(
        key=row.key,
        persona_id=None if row.persona_id is None else PersonaId(row.persona_id),
        ask=row.ask,
        model=row.model,
        at=Moment(row.created),
        json=row.answer,
        refusal=row.refusal,
    )
