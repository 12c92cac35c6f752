"""Profiles, proposals and their history from which erased words are taken out, inside the transaction of the order (SPEC X1).

A proposal that was made of a turn that goes or changes goes too, and the next night makes it again.  Of a profile those lines go that
rest on such a turn or carry its words, out of every version.  An entity that goes by an erased name goes whole.
"""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from omoide.adapters.sql.entities.entities import REVISIONS, all_of, delete_entities
from omoide.adapters.sql.entities.tables import (
    entities,
    entity_evidence,
    entity_names,
    entity_proposal_events,
    entity_proposals,
    entity_tellings,
)
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.models.tables import answers
from omoide.asks.write_profile import WriteProfile
from omoide.domain.entities import erased
from omoide.domain.entities.names import name_key
from omoide.domain.entities.revision import EntityAct, EntityRevision
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.naming import Subject
from omoide.domain.events.event import EventId
from omoide.domain.notes.erased import first_authors
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import splice_between, text_at
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

REDACTED = "entities: redacted"
"""What a report calls the revisions from which words were taken out."""
BATCH = 400


def without_words(
    going: Going, persona_id: PersonaId, *, redacted: Sequence[EventId], words: ErasedWords, at: Moment
) -> None:
    """Take what is erased out of profiles and proposals; turns that change count as those that go."""
    connection = going.connection
    changed = set(map(int, redacted)).union(*(going.numbers(kind) for kind in (GoingKind.EVENT, GoingKind.UNMADE)))
    _without_proposals(going, persona_id, changed, words)
    lines = _lines_on(connection, persona_id, changed)
    named = [
        each.id for each in all_of(connection, persona_id) if any(map(words.names_subject, (each.name, *each.names)))
    ]
    going.count(entities.name, delete_entities(connection, named))
    steps = 0
    for entity_id in (
        connection.execute(select(entities.c.id).where(entities.c.persona_id == persona_id)).scalars().all()
    ):
        before = REVISIONS.of(connection, persona_id, entity_id)
        after = erased.without(before, lines=lines.get(entity_id, set()), words=words)
        if after != before:
            steps += REVISIONS.rewrite(connection, persona_id, entity_id, before=before, after=after)
            _move_on(connection, persona_id, entity_id, after, at=at)
    going.count(REDACTED, steps)
    if steps or named or lines:
        told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask == WriteProfile.NAME)
        going.count(answers.name, connection.execute(told).rowcount)


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that was ever written into profiles: whatever is left of it would be left of these."""
    return REVISIONS.texts(connection, persona_id)


def names_of(connection: Connection, persona_id: PersonaId, name: str) -> list[str]:
    """Return the name, and every other one of the entity that goes by it."""
    mine = (entity_names.c.persona_id == persona_id, entity_names.c.key == name_key(name))
    entity = select(entity_names.c.entity_id).where(*mine).scalar_subquery()
    known = select(entity_names.c.name).where(entity_names.c.entity_id == entity).order_by(entity_names.c.ordinal)
    return list(dict.fromkeys((name, *connection.execute(known).scalars())))


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return the names of entities and proposals, and the sentences of any version of any profile, that name the subject."""
    found: dict[str, None] = {}
    for entity in all_of(connection, persona_id):
        steps = REVISIONS.of(connection, persona_id, entity.id)
        found |= dict.fromkeys((entity.name, *entity.names, *(name for step in steps for name in step.names)))
        found |= dict.fromkeys(first_authors([steps]))
    proposed = select(entity_proposals.c.name).where(entity_proposals.c.persona_id == persona_id)
    found |= dict.fromkeys(connection.execute(proposed).scalars())
    return [text for text in found if subject.is_named_in(text)]


def _without_proposals(going: Going, persona_id: PersonaId, changed: set[int], words: ErasedWords) -> None:
    connection, ids = going.connection, set[int]()
    mine = select(entity_proposals).where(entity_proposals.c.persona_id == persona_id)
    for row in connection.execute(mine):
        drafted = [text for text, _ in json.loads(row.draft)]
        if words.names_subject(row.name) or any(map(words.are_in, drafted)):
            ids.add(row.id)
    made = select(entity_proposal_events).join(
        entity_proposals, entity_proposals.c.id == entity_proposal_events.c.proposal_id
    )
    for row in connection.execute(made.where(entity_proposals.c.persona_id == persona_id)):
        if row.event_id in changed:
            ids.add(row.proposal_id)
    for start in range(0, len(ids), BATCH):
        some = sorted(ids)[start : start + BATCH]
        for table in (entity_tellings, entity_proposal_events):
            connection.execute(delete(table).where(table.c.proposal_id.in_(some)))
        gone = connection.execute(delete(entity_proposals).where(entity_proposals.c.id.in_(some)))
        going.count(entity_proposals.name, gone.rowcount)
    if ids:
        told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask == WriteProfile.NAME)
        going.count(answers.name, connection.execute(told).rowcount)


def _lines_on(connection: Connection, persona_id: PersonaId, changed: set[int]) -> dict[int, set[str]]:
    """Return, for each entity, the keys of the lines that rest on one of these turns."""
    query = select(entity_evidence).join(entities, entities.c.id == entity_evidence.c.entity_id)
    found: dict[int, set[str]] = {}
    for row in connection.execute(query.where(entities.c.persona_id == persona_id)):
        if row.event_id in changed:
            found.setdefault(row.entity_id, set()).add(row.line)
    for entity_id, lines in found.items():
        for start in range(0, len(lines), BATCH):
            some = entity_evidence.c.line.in_(sorted(lines)[start : start + BATCH])
            connection.execute(delete(entity_evidence).where(entity_evidence.c.entity_id == entity_id, some))
    return found


def _move_on(
    connection: Connection, persona_id: PersonaId, entity_id: int, after: Sequence[EntityRevision], *, at: Moment
) -> None:
    """Move the entity on by one version: nobody writes the words back unawares."""
    version, text = len(after) + 1, text_at(after, len(after))
    names = after[-1].names if after else ()
    step = EntityRevision(version, at, NoteAuthor.OMOIDE, EntityAct.ERASE, "", splice_between(text, text), names)
    REVISIONS.add(connection, persona_id, entity_id, step)
    moved = {"text": text, "version": version, "changed": at, "consolidated": ""}
    connection.execute(update(entities).where(entities.c.id == entity_id).values(moved))
