"""Bookmarks in session logs: by the hash of the path, since a path may say more than its owner wants kept."""

import hashlib

from sqlalchemy import select

from omoide.adapters.sql.database import Database, scalar_int
from omoide.adapters.sql.erasing.tables import transcripts
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class SqlBookmarks:
    """Keeps how far session logs have been read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def offset(self, persona_id: PersonaId, path: str) -> int:
        """Return the byte from which a log has not been read yet; 0 for a new one."""
        query = select(transcripts.c.offset).where(
            transcripts.c.persona_id == persona_id, transcripts.c.path_hash == _hash(path)
        )
        with self._database.reading() as connection:
            return scalar_int(connection.execute(query).scalar())

    def keep(self, persona_id: PersonaId, path: str, *, offset: int, at: Moment) -> None:
        """Note how far a log has been read."""
        statement = self._database.upsert(transcripts, keys=["persona_id", "path_hash"], values=["offset", "at"])
        with self._database.writing(persona_id) as connection:
            connection.execute(statement.values(persona_id=persona_id, path_hash=_hash(path), offset=offset, at=at))


def _hash(path: str) -> bytes:
    return hashlib.sha256(path.encode("utf-8", "surrogatepass")).digest()
