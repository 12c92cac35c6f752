"""Batches under way at providers, and the questions in them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.models.tables import batch_items, batches
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class BatchItem:
    """A question under way; `whole` and `number` say of which larger question it is a part, if it is one."""

    key: str
    persona_id: PersonaId | None
    ask: str
    whole: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class OpenBatch:
    """A batch that has not been collected."""

    id: int
    model: str
    handle: str
    """What the library needs to find the batch again; it holds no secret."""
    created: Moment
    items: tuple[BatchItem, ...]


class SqlBatchStore:
    """Keeps what is under way, so that any later process can collect it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, model: str, handle: str, items: Sequence[BatchItem], *, at: Moment) -> None:
        """Keep a batch that was just submitted."""
        with self._database.writing() as connection:
            made = connection.execute(insert(batches).values(model=model, handle=handle, created=at))
            [batch_id] = made.inserted_primary_key or (None,)
            rows = [
                {
                    "key": item.key,
                    "batch_id": batch_id,
                    "persona_id": item.persona_id,
                    "ask": item.ask,
                    "whole": item.whole,
                    "number": item.number,
                }
                for item in items
            ]
            connection.execute(self._database.insert_new(batch_items), rows)

    def all(self) -> list[OpenBatch]:
        """Return every batch under way, oldest first."""
        with self._database.reading() as connection:
            held: dict[int, list[BatchItem]] = {}
            for row in connection.execute(select(batch_items).order_by(batch_items.c.number)):
                persona_id = None if row.persona_id is None else PersonaId(row.persona_id)
                item = BatchItem(row.key, persona_id, row.ask, row.whole, row.number)
                held.setdefault(row.batch_id, []).append(item)
            rows = connection.execute(select(batches).order_by(batches.c.id)).all()
        return [
            OpenBatch(row.id, row.model, row.handle, Moment(row.created), tuple(held.get(row.id, ()))) for row in rows
        ]

    def is_waiting(self, key: str) -> bool:
        """Tell whether this question is under way."""
        with self._database.reading() as connection:
            return connection.execute(select(batch_items.c.key).where(batch_items.c.key == key)).first() is not None

    def close(self, batch_id: int) -> None:
        """Forget a batch that was collected."""
        with self._database.writing() as connection:
            connection.execute(delete(batch_items).where(batch_items.c.batch_id == batch_id))
            connection.execute(delete(batches).where(batches.c.id == batch_id))
