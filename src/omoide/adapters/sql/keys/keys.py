"""Keys, and who did what with them, in SQL."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import delete, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.keys.tables import api_keys, audit
from omoide.adapters.sql.tables import personas
from omoide.domain.keys.api_key import ApiKey, KeyId, KeyScope
from omoide.domain.keys.audit import AuditEntry
from omoide.domain.personas.persona import folded
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput, PersonaNotFound

_KEYS = select(api_keys, personas.c.name.label("persona")).join(personas, isouter=True)


class SqlKeyStore:
    """Keeps keys by their public id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, key: ApiKey) -> None:
        """Keep a new key; raise `PersonaNotFound` when it is for nobody there is."""
        with self._database.writing() as connection:
            persona_id = None
            if key.persona is not None:
                named = select(personas.c.id).where(personas.c.folded == folded(key.persona))
                persona_id = connection.execute(named).scalar()
                if persona_id is None:
                    raise PersonaNotFound(key.persona)
            row = {
                "id": key.id,
                "persona_id": persona_id,
                "scope": key.scope.value,
                "digest": key.digest,
                "created": key.created,
                "expires": key.expires,
                "revoked": key.revoked,
                "per_minute": key.per_minute,
            }
            connection.execute(insert(api_keys).values(row))

    def get(self, key_id: KeyId) -> ApiKey | None:
        """Return a key, whether it still holds or not; `None` when there is none."""
        with self._database.reading() as connection:
            row = connection.execute(_KEYS.where(api_keys.c.id == key_id)).first()
            return None if row is None else _key(row)

    def all(self) -> list[ApiKey]:
        """Return every key, oldest first."""
        with self._database.reading() as connection:
            return [_key(row) for row in connection.execute(_KEYS.order_by(api_keys.c.created, api_keys.c.id))]

    def revoke(self, key_id: KeyId, *, at: Moment) -> None:
        """Keep that a key opens nothing any more; one that was revoked before stays as it was."""
        mine = (api_keys.c.id == key_id, api_keys.c.revoked.is_(None))
        with self._database.writing() as connection:
            connection.execute(update(api_keys).where(*mine).values(revoked=at))


class SqlAuditLog:
    """Keeps who did what, for a while."""

    def __init__(self, database: Database) -> None:
        self._database = database.unhurried_to_disk()

    def append(self, entries: Sequence[AuditEntry]) -> None:
        """Keep requests; a persona that is not there is left out of its entry."""
        if not entries:
            return
        names = {name for entry in entries if (name := _folded(entry.persona)) is not None}
        with self._database.writing() as connection:
            found = connection.execute(select(personas.c.folded, personas.c.id).where(personas.c.folded.in_(names)))
            known = {row.folded: row.id for row in found}
            rows = [
                {
                    "at": entry.at,
                    "key_id": entry.key_id,
                    "persona_id": known.get(_folded(entry.persona)),
                    "method": entry.method,
                    "route": entry.route,
                    "status": entry.status,
                    "request_id": entry.request_id,
                }
                for entry in entries
            ]
            connection.execute(insert(audit), rows)

    def recent(self, *, limit: int, persona: str | None = None) -> list[AuditEntry]:
        """Return the last requests, the newest first; of one persona's mind alone, where one is named."""
        query = select(audit, personas.c.name.label("persona")).join(personas, isouter=True)
        if persona is not None:
            query = query.where(personas.c.folded == folded(persona))
        with self._database.reading() as connection:
            return [_entry(row) for row in connection.execute(query.order_by(audit.c.id.desc()).limit(limit))]

    def forget_before(self, at: Moment) -> int:
        """Delete what is older; return how many there were."""
        with self._database.writing() as connection:
            return connection.execute(delete(audit).where(audit.c.at < at)).rowcount


def _folded(name: str | None) -> str | None:
    try:
        return None if name is None else folded(name)
    except InvalidInput:
        return None


def _key(row: AnyRow) -> ApiKey:
    return ApiKey(
        id=KeyId(row.id),
        scope=KeyScope(row.scope),
        created=Moment(row.created),
        digest=bytes(row.digest),
        persona=row.persona,
        expires=None if row.expires is None else Moment(row.expires),
        revoked=None if row.revoked is None else Moment(row.revoked),
        per_minute=row.per_minute,
    )


def _entry(row: AnyRow) -> AuditEntry:
    entry = AuditEntry(
        Moment(row.at), row.method, row.route, row.status, persona=row.persona, request_id=row.request_id
    )
    return entry if row.key_id is None else replace(entry, key_id=KeyId(row.key_id))
