"""What was erased is known again, without its words."""

import secrets
from collections.abc import Sequence
from typing import TypeVar

from sqlalchemy import Column, Connection, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.erasing.tables import OrderStep, erased_events, erasures, salts
from omoide.adapters.sql.tables import personas
from omoide.domain.erasing.tombstone import hashed, told_hash, unsalted
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

BATCH = 400
T = TypeVar("T")
_SALT = "erasures"
Saying = tuple[Moment, str, str | None]


class SqlTombstones:
    """Reads which turns were erased."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def erased_keys(self, persona_id: PersonaId, keys: Sequence[str]) -> set[str]:
        """Return those of the idempotency keys whose event was erased."""
        with self._database.reading() as connection:
            return erased_keys(connection, persona_id, keys)

    def erased_sessions(self, persona_id: PersonaId, session_ids: Sequence[str]) -> dict[str, Moment]:
        """Return those of the sessions that were erased, and up to which moment."""
        named = [each for each in session_ids if each]
        with self._database.reading() as connection:
            salt, ids = salt_of(connection), _owners(connection, persona_id)
            known = {form: each for each in named for form in _forms(each, salt)}
            found: dict[str, Moment] = {}
            for some in _groups(list(known)):
                mine = (erasures.c.persona_id.in_(ids), erasures.c.session_hash.in_(some))
                query = select(erasures.c.session_hash, erasures.c.at).where(*mine).order_by(erasures.c.at)
                found |= {known[bytes(row.session_hash)]: Moment(row.at) for row in connection.execute(query)}
            # One of the same name was erased whole: nothing from before comes back to this one.
            whole = select(erasures.c.at).where(erasures.c.persona_id.in_(ids), erasures.c.persona_hash.is_not(None))
            last = connection.execute(whole.order_by(erasures.c.at.desc()).limit(1)).scalar()
        return found if last is None else {each: Moment(max(last, found.get(each, 0))) for each in named}

    def erased_sayings(self, persona_id: PersonaId, said: Sequence[Saying]) -> set[Saying]:
        """Return those of the sayings whose event was erased."""
        with self._database.reading() as connection:
            return erased_sayings(connection, persona_id, said)


def has_open_orders(database: Database) -> bool:
    """Tell, at little cost, whether an order was broken off."""
    query = select(erasures.c.id).where(erasures.c.step < OrderStep.FINISHED).limit(1)
    with database.reading() as connection:
        return connection.execute(query).first() is not None


def erased_keys(connection: Connection, persona_id: PersonaId, keys: Sequence[str]) -> set[str]:
    """Return those of the idempotency keys whose event was erased."""
    salt = salt_of(connection)
    return _known(
        connection, persona_id, erased_events.c.key_hash, {form: key for key in keys for form in _forms(key, salt)}
    )


def erased_sayings(connection: Connection, persona_id: PersonaId, said: Sequence[Saying]) -> set[Saying]:
    """Return those of the sayings whose event was erased."""
    salt = salt_of(connection)
    if salt is None:
        return set()
    known = {told_hash(at, user, assistant, salt=salt): (at, user, assistant) for at, user, assistant in said}
    return _known(connection, persona_id, erased_events.c.told_hash, known)


def _known(connection: Connection, persona_id: PersonaId, column: Column[bytes], wanted: dict[bytes, T]) -> set[T]:
    ids = _owners(connection, persona_id)
    found: set[T] = set()
    for some in _groups(list(wanted)):
        query = select(column).where(erased_events.c.persona_id.in_(ids), column.in_(some))
        found |= {wanted[bytes(each)] for each in connection.execute(query).scalars()}
    return found


def _owners(connection: Connection, persona_id: PersonaId) -> list[int]:
    """Return the persona, and those of the same name that were erased whole."""
    salt = salt_of(connection)
    name = connection.execute(select(personas.c.folded).where(personas.c.id == persona_id)).scalar()
    if salt is None or name is None:
        return [persona_id]
    same = select(erasures.c.persona_id).where(erasures.c.persona_hash == hashed(name, salt=salt)).distinct()
    return [persona_id, *connection.execute(same).scalars()]


def salt_of(connection: Connection) -> bytes | None:
    """Return the home's salt; `None` while nothing was erased."""
    found = connection.execute(select(salts.c.value).where(salts.c.name == _SALT)).scalar()
    return None if found is None else bytes(found)


def make_salt(connection: Connection) -> bytes:
    """Return the home's salt, made on first use."""
    known = salt_of(connection)
    if known is None:
        known = secrets.token_bytes(32)
        connection.execute(salts.insert().values(name=_SALT, value=known))
    return known


def _forms(label: str, salt: bytes | None) -> list[bytes]:
    """Return what stands for a label, now and in earlier versions."""
    return [unsalted(label)] if salt is None else [hashed(label, salt=salt), unsalted(label)]


def _groups(items: list[T]) -> list[list[T]]:
    return [items[start : start + BATCH] for start in range(0, len(items), BATCH)]
