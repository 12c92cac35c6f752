"""Likes and dislikes in SQL, with their revisions."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from omoide.adapters.sql.beliefs.states import evidence_of, revision_rows, write_revision
from omoide.adapters.sql.beliefs.tables import preferences
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.prepared import Prepared
from omoide.domain.beliefs.preference import (
    Domain,
    Polarity,
    Preference,
    PreferenceChange,
    PreferenceId,
    PreferenceRevision,
    Status,
)
from omoide.domain.beliefs.state import Origin, Target
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import BeliefMoved

# Built once: making a statement costs more than running it.
_MINE = preferences.c.persona_id == bindparam("persona")
_ALL = select(preferences).where(_MINE).order_by(preferences.c.last_confirmed.desc(), preferences.c.id.desc())
_MATCHING = _ALL.where(preferences.c.key.in_(bindparam("keys", expanding=True)))
_EVERY = Prepared(_ALL)
_RECENT = Prepared(_ALL.limit(bindparam("most")))
_SAME = Prepared(
    select(preferences.c.id).where(
        _MINE,
        preferences.c.key == bindparam("key"),
        preferences.c.polarity == bindparam("polarity"),
        preferences.c.domain == bindparam("domain"),
    )
)
_INSERT = Prepared(insert(preferences))
_COLUMNS = tuple(column.name for column in preferences.columns)
_UPDATE = Prepared(
    update(preferences).where(preferences.c.id == bindparam("mine"), _MINE, preferences.c.version == bindparam("read"))
)


class SqlPreferenceStore:
    """Preferences and their history."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId) -> list[Preference]:
        """Return every preference, the last confirmed first."""
        with self._database.reading() as connection:
            return [_preference(row) for row in _EVERY.rows(connection, {"persona": persona_id})]

    def matching(self, persona_id: PersonaId, keys: Sequence[str]) -> list[Preference]:
        """Return those whose subject has one of these keys."""
        return self._found(_MATCHING, {"persona": persona_id, "keys": keys}) if keys else []

    def recent(self, persona_id: PersonaId, *, limit: int) -> list[Preference]:
        """Return those confirmed last."""
        with self._database.reading() as connection:
            return [_preference(row) for row in _RECENT.rows(connection, {"persona": persona_id, "most": limit})]

    def history(self, persona_id: PersonaId, preference_id: PreferenceId) -> list[PreferenceRevision]:
        """Return every step, oldest first."""
        with self._database.reading() as connection:
            rows = revision_rows(connection, persona_id, Target.PREFERENCE, preference_id)
            proofs = evidence_of(connection, [row.id for row in rows])
        return [
            PreferenceRevision(
                number=row.version,
                change=PreferenceChange(
                    before=None if row.before is None else preference_of(json.loads(row.before)),
                    after=preference_of(json.loads(row.after)),
                    reason=row.reason,
                    evidence=proofs.get(row.id, ()),
                ),
                at=Moment(row.at),
                origin=Origin(row.origin),
            )
            for row in rows
        ]

    def change(self, persona_id: PersonaId, changes: Sequence[PreferenceChange], *, at: Moment, origin: Origin) -> None:
        """Keep changes and their revisions, all or none."""
        with self._database.writing(persona_id) as connection:
            for change in changes:
                write_preference(connection, persona_id, change, at=at, origin=origin)

    def _found(self, query: Select[Any], wanted: Mapping[str, object]) -> list[Preference]:
        with self._database.reading() as connection:
            return [_preference(tuple(row)) for row in connection.execute(query, wanted)]


def write_preference(
    connection: Connection, persona_id: PersonaId, change: PreferenceChange, *, at: Moment, origin: Origin
) -> None:
    """Write one change and its revision; raise `BeliefMoved` when the row is not as it was read."""
    after = replace(change.after, version=change.after.version + 1)
    if change.before is None:
        _refuse_second(connection, persona_id, after)
        number = _INSERT.insert(connection, {"persona_id": persona_id, **preference_columns(after)})
        after = replace(after, id=PreferenceId(number))
    else:
        same = {"mine": after.id, "persona": persona_id, "read": change.before.version}
        if _UPDATE.write(connection, {**same, **preference_columns(after)}) != 1:
            raise BeliefMoved(after.id)
    write_revision(
        connection,
        persona_id,
        {
            "target": Target.PREFERENCE.value,
            "target_id": after.id,
            "version": after.version,
            "at": at,
            "origin": origin.value,
            "before": None if change.before is None else json.dumps(_snapshot(change.before), ensure_ascii=False),
            "after": json.dumps(_snapshot(after), ensure_ascii=False),
            "reason": change.reason,
        },
        change.evidence,
    )


def _refuse_second(connection: Connection, persona_id: PersonaId, wanted: Preference) -> None:
    """Raise `BeliefMoved` when someone else has kept the same like or dislike meanwhile."""
    same = {"key": wanted.key, "polarity": wanted.polarity.value, "domain": wanted.domain.value}
    if (held := _SAME.first(connection, {"persona": persona_id, **same})) is not None:
        raise BeliefMoved(held[0])


def _snapshot(preference: Preference) -> dict[str, object]:
    columns = preference_columns(preference)
    columns.pop("key")
    return {"id": preference.id, **columns}


def preference_of(kept: Mapping[str, Any]) -> Preference:
    """Return the preference that JSON kept."""
    fields = dict(kept)
    domain, polarity, status = Domain(fields.pop("domain")), Polarity(fields.pop("polarity")), fields.pop("status")
    return Preference(domain=domain, polarity=polarity, status=Status(status), **fields)


def preference_columns(preference: Preference) -> dict[str, object]:
    """Return the preference as its row keeps it."""
    return {
        "domain": preference.domain.value,
        "polarity": preference.polarity.value,
        "subject": preference.subject,
        "key": preference.key,
        "status": preference.status.value,
        "note": preference.note,
        "confidence": preference.confidence,
        "last_confirmed": preference.last_confirmed,
        "settled": preference.settled,
        "version": preference.version,
    }


@lru_cache(maxsize=1024)  # the same rows are read turn after turn
def _preference(row: tuple[Any, ...]) -> Preference:
    fields = dict(zip(_COLUMNS, row, strict=True))
    for name in ("persona_id", "key"):
        del fields[name]
    return preference_of(fields)
