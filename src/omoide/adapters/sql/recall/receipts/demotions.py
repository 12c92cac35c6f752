"""What is not meant by which cue, in SQL."""

import time
from collections.abc import MutableMapping
from typing import Final, TypeAlias

from sqlalchemy import bindparam, delete, insert, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall.receipts.rows import demotion_of, demotion_row
from omoide.adapters.sql.recall.receipts.tables import recall_demotions
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId, is_same_cue

BELIEVED_SECONDS: Final = 1.0
"""How long it is believed what was read: each recall asks, and hardly anybody ever says "not that"."""
KnownDemotions: TypeAlias = MutableMapping[PersonaId, tuple[float, list[Demotion]]]
"""What was read of each persona, and when."""
_ROW = recall_demotions.c
_ANY = Prepared(select(_ROW.id).where(_ROW.persona_id == bindparam("persona")).limit(1))


class SqlDemotionStore:
    """Keeps every "not that"."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, persona_id: PersonaId, demotion: Demotion) -> Demotion:
        """Keep it; the same item and cue a second time is the first."""
        mine = (_ROW.persona_id == persona_id, _ROW.kind == demotion.item.kind, _ROW.item == demotion.item.id)
        with self._database.writing(persona_id) as connection:
            for row in connection.execute(select(recall_demotions).where(*mine)):
                if is_same_cue(row.cue, demotion.cue):
                    return demotion_of(row)
            made = connection.execute(insert(recall_demotions).values(demotion_row(persona_id, demotion)))
            row = connection.execute(
                select(recall_demotions).where(_ROW.id == made.inserted_primary_key[0])  # type: ignore[index]
            ).one()
            return demotion_of(row)

    def all(self, persona_id: PersonaId) -> list[Demotion]:
        """Return everything that holds, oldest first."""
        with self._database.reading() as connection:
            if _ANY.first(connection, {"persona": persona_id}) is None:  # the usual case, asked at each recall
                return []
            query = select(recall_demotions).where(_ROW.persona_id == persona_id).order_by(_ROW.id)
            return [demotion_of(row) for row in connection.execute(query)]

    def drop(self, persona_id: PersonaId, demotion_id: DemotionId) -> Demotion | None:
        """Take it back."""
        mine = (_ROW.persona_id == persona_id, _ROW.id == demotion_id)
        with self._database.writing(persona_id) as connection:
            row = connection.execute(select(recall_demotions).where(*mine)).first()
            connection.execute(delete(recall_demotions).where(*mine))
            return None if row is None else demotion_of(row)


class RecentDemotions:
    """The same for recalls: what another process says shows in a second, what this one says at once."""

    def __init__(self, store: SqlDemotionStore, *, known: KnownDemotions | None = None) -> None:
        self._store = store
        self._known: KnownDemotions = {} if known is None else known

    def add(self, persona_id: PersonaId, demotion: Demotion) -> Demotion:
        """Keep it."""
        try:
            return self._store.add(persona_id, demotion)
        finally:
            self._known.pop(persona_id, None)

    def all(self, persona_id: PersonaId) -> list[Demotion]:
        """Return everything that holds, or held a moment ago, oldest first."""
        now = time.monotonic()
        read_at, known = self._known.get(persona_id, (-BELIEVED_SECONDS, []))
        if now - read_at >= BELIEVED_SECONDS:
            known = self._store.all(persona_id)
            self._known[persona_id] = now, known
        return known

    def drop(self, persona_id: PersonaId, demotion_id: DemotionId) -> Demotion | None:
        """Take it back."""
        try:
            return self._store.drop(persona_id, demotion_id)
        finally:
            self._known.pop(persona_id, None)
