"""Entities with every edit: kept in one step, refused when somebody else was first."""

import json
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.entities.tables import (
    entities,
    entity_evidence,
    entity_names,
    entity_proposals,
    entity_revisions,
)
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.revisions import RevisionRows
from omoide.domain.entities.entity import UNKEPT, Entity, EntityId
from omoide.domain.entities.names import name_key
from omoide.domain.entities.revision import EntityAct, EntityRevision
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import Splice, splice_between
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import EntityMoved, NameTaken
from omoide.ports.entities.store import EntityEdit

BATCH = 400
_NAMES = select(entity_names).order_by(entity_names.c.entity_id, entity_names.c.ordinal)


class SqlEntityStore:
    """Keeps entities."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId) -> list[Entity]:
        """Return every entity, archived and merged ones too, in the order in which they came to be known."""
        with self._database.reading() as connection:
            return all_of(connection, persona_id)

    def named(self, persona_id: PersonaId, key: str) -> Entity | None:
        """Return the entity that goes by a name with this key."""
        mine = (entity_names.c.persona_id == persona_id, entity_names.c.key == key)
        with self._database.reading() as connection:
            found = connection.execute(select(entity_names.c.entity_id).where(*mine)).scalar()
            return None if found is None else _one(connection, persona_id, EntityId(found))

    def revisions(self, persona_id: PersonaId, entity_id: EntityId) -> list[EntityRevision]:
        """Return every edit, oldest first."""
        with self._database.reading() as connection:
            return REVISIONS.of(connection, persona_id, entity_id)

    def evidence(self, persona_id: PersonaId, entity_id: EntityId) -> dict[str, tuple[EventId, ...]]:
        """Return the turns that lines rest on, by the key of the line."""
        mine = select(entities.c.id).where(entities.c.persona_id == persona_id, entities.c.id == entity_id)
        query = select(entity_evidence).where(entity_evidence.c.entity_id.in_(mine))
        found: dict[str, tuple[EventId, ...]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(query.order_by(entity_evidence.c.event_id)):
                found[row.line] = (*found.get(row.line, ()), EventId(row.event_id))
        return found

    def edit(self, persona_id: PersonaId, edits: Sequence[EntityEdit], *, at: Moment) -> list[Entity]:
        """Keep the edits, all or none."""
        with self._database.writing(persona_id) as connection:
            return [self._edited(connection, persona_id, each, at=at) for each in edits]

    def note_consolidated(self, persona_id: PersonaId, entity: Entity, fingerprint: str) -> None:
        """Note what the entity was made of, if it is still at this version."""
        mine = (entities.c.persona_id == persona_id, entities.c.id == entity.id, entities.c.version == entity.version)
        with self._database.writing(persona_id) as connection:
            connection.execute(update(entities).where(*mine).values(consolidated=fingerprint))

    def remove(self, persona_id: PersonaId, entity: Entity) -> None:
        """Delete an entity with its history."""
        with self._database.writing(persona_id) as connection:
            _row(connection, persona_id, entity)
            delete_entities(connection, [entity.id])

    def _edited(self, connection: Connection, persona_id: PersonaId, edit: EntityEdit, *, at: Moment) -> Entity:
        """Keep one edit; the write lock is held since before the version was read."""
        wanted = edit.entity
        before = None if wanted.id == UNKEPT else _row(connection, persona_id, wanted)
        _refuse_erased(connection, persona_id, edit)
        kept = replace(wanted, version=wanted.version + 1, changed=at)
        if before is None:
            kept = replace(kept, created=at)
            made = connection.execute(insert(entities).values(persona_id=persona_id, **_columns(kept)))
            kept = replace(kept, id=EntityId(made.inserted_primary_key[0]))  # type: ignore[index]
        else:
            kept = replace(kept, created=Moment(before.created))
            connection.execute(update(entities).where(entities.c.id == kept.id).values(_columns(kept)))
        _write_names(connection, persona_id, kept)
        splice = splice_between("" if before is None else before.text, kept.text)
        step = EntityRevision(kept.version, at, edit.author, edit.act, edit.reason, splice, kept.names)
        REVISIONS.add(connection, persona_id, kept.id, step)
        rows = [
            {"entity_id": kept.id, "line": line, "event_id": event_id}
            for line, rests in edit.evidence.items()
            for event_id in dict.fromkeys(rests)
        ]
        if rows:
            connection.execute(self._database.insert_new(entity_evidence), rows)
        return kept


def all_of(connection: Connection, persona_id: PersonaId) -> list[Entity]:
    """Return every entity of a persona."""
    query = select(entities).where(entities.c.persona_id == persona_id).order_by(entities.c.id)
    named: dict[int, list[str]] = {}
    for row in connection.execute(_NAMES.where(entity_names.c.persona_id == persona_id)):
        named.setdefault(row.entity_id, []).append(row.name)
    return [_entity(row, named.get(row.id, [])) for row in connection.execute(query)]


def delete_entities(connection: Connection, ids: Sequence[int]) -> int:
    """Delete entities with everything of theirs; return how many went."""
    gone = 0
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        connection.execute(update(entities).where(entities.c.merged_into.in_(some)).values(merged_into=None))
        connection.execute(
            update(entity_proposals).where(entity_proposals.c.entity_id.in_(some)).values(entity_id=None)
        )
        for table in (entity_evidence, entity_revisions, entity_names):
            connection.execute(delete(table).where(table.c.entity_id.in_(some)))
        gone += connection.execute(delete(entities).where(entities.c.id.in_(some))).rowcount
    return gone


def _refuse_erased(connection: Connection, persona_id: PersonaId, edit: EntityEdit) -> None:
    rests = sorted({event_id for each in edit.evidence.values() for event_id in each})
    for start in range(0, len(rests), BATCH):
        some = rests[start : start + BATCH]
        if len(still_there(connection, persona_id, some)) < len(some):
            raise EntityMoved(edit.entity.name, base=edit.entity.version, version=edit.entity.version)


def _row(connection: Connection, persona_id: PersonaId, entity: Entity) -> AnyRow:
    """Return the row if it is still at this version; raise `EntityMoved` when it is not."""
    mine = (entities.c.persona_id == persona_id, entities.c.id == entity.id)
    row = connection.execute(select(entities).where(*mine)).first()
    if row is None or row.version != entity.version:
        raise EntityMoved(entity.name, base=entity.version, version=0 if row is None else row.version)
    return row


def _write_names(connection: Connection, persona_id: PersonaId, entity: Entity) -> None:
    connection.execute(delete(entity_names).where(entity_names.c.entity_id == entity.id))
    for ordinal, name in enumerate(entity.names):
        key = name_key(name)
        mine = (entity_names.c.persona_id == persona_id, entity_names.c.key == key)
        taken = connection.execute(select(entity_names.c.entity_id).where(*mine)).scalar()
        if taken is not None:
            owner = connection.execute(select(entities.c.name).where(entities.c.id == taken)).scalar_one()
            raise NameTaken(name, owner=owner)
        row = {"persona_id": persona_id, "key": key, "entity_id": entity.id, "ordinal": ordinal, "name": name}
        connection.execute(insert(entity_names).values(row))


def _columns(entity: Entity) -> dict[str, object]:
    return {
        "name": entity.name,
        "text": entity.text,
        "version": entity.version,
        "created": entity.created,
        "changed": entity.changed,
        "archived": entity.archived,
        "merged_into": entity.merged_into,
        "consolidated": entity.consolidated,
    }


def _one(connection: Connection, persona_id: PersonaId, entity_id: EntityId) -> Entity:
    mine = (entities.c.persona_id == persona_id, entities.c.id == entity_id)
    row = connection.execute(select(entities).where(*mine)).one()
    named = connection.execute(_NAMES.where(entity_names.c.entity_id == entity_id)).all()
    return _entity(row, [each.name for each in named])


def _entity(row: AnyRow, names: Sequence[str]) -> Entity:
    return Entity(
        id=EntityId(row.id),
        name=row.name,
        aliases=tuple(names[1:]),
        text=row.text,
        version=row.version,
        created=Moment(row.created),
        changed=Moment(row.changed),
        archived=None if row.archived is None else Moment(row.archived),
        merged_into=None if row.merged_into is None else EntityId(row.merged_into),
        consolidated=row.consolidated,
    )


def _revision(row: AnyRow, splice: Splice, /) -> EntityRevision:
    return EntityRevision(
        version=row.version,
        at=Moment(row.at),
        author=NoteAuthor(row.author),
        act=EntityAct(row.act),
        reason=row.reason,
        splice=splice,
        names=tuple(json.loads(row.names)),
    )


REVISIONS = RevisionRows(
    entity_revisions,
    edited="entity_id",
    read=_revision,
    more=lambda step: {"names": json.dumps(step.names, ensure_ascii=False)},
)
"""Every edit of every entity, with the names after it."""
