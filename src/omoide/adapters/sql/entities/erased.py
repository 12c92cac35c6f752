"""Profiles, proposals and their history from which erased words are taken out, inside the transaction of the order (SPEC X1).

A proposal that was made of a turn that goes or changes goes too, and the next night makes it again.  Of a profile those lines go that
rest on such a turn or carry its words, out of every version.  An entity that goes by an erased name goes whole.
"""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from omoide.adapters.sql.entities.entities import all_of, delete_entities, revision_columns, revisions_of
from omoide.adapters.sql.entities.tables import (
    entities,
    entity_evidence,
    entity_proposal_events,
    entity_proposals,
    entity_revisions,
    entity_tellings,
)
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.models.tables import answers
from omoide.asks.write_profile import WriteProfile
from omoide.domain.entities import erased
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
        before = revisions_of(connection, persona_id, entity_id)
        after = erased.without(before, lines=lines.get(entity_id, set()), words=words)
        if after != before:
            _rewrite(connection, entity_id, before, after, at=at)
            steps += sum(1 for old, new in zip(before, after, strict=True) if old != new)
    going.count(REDACTED, steps)
    if steps or named or lines:
        told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask == WriteProfile.NAME)
        going.count(answers.name, connection.execute(told).rowcount)


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that was ever written into profiles: whatever is left of it would be left of these."""
    mine = entity_revisions.c.persona_id == persona_id
    query = select(entity_revisions.c.added, entity_revisions.c.reason).where(mine)
    return [text for row in connection.execute(query) for text in row if text]


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return the names of entities and proposals, and the sentences of any version of any profile, that name the subject."""
    found: dict[str, None] = {}
    for entity in all_of(connection, persona_id):
        steps = revisions_of(connection, persona_id, entity.id)
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


def _rewrite(
    connection: Connection,
    entity_id: int,
    before: Sequence[EntityRevision],
    after: Sequence[EntityRevision],
    *,
    at: Moment,
) -> None:
    """Write the history anew, and move the entity on by one version: nobody writes the words back unawares."""
    for old, new in zip(before, after, strict=True):
        if old != new:
            mine = (entity_revisions.c.entity_id == entity_id, entity_revisions.c.version == new.version)
            connection.execute(update(entity_revisions).where(*mine).values(revision_columns(new)))
    version, text = len(after) + 1, text_at(after, len(after))
    names = after[-1].names if after else ()
    step = EntityRevision(version, at, NoteAuthor.OMOIDE, EntityAct.ERASE, "", splice_between(text, text), names)
    row = connection.execute(select(entities.c.persona_id).where(entities.c.id == entity_id)).one()
    values = {"persona_id": row.persona_id, "entity_id": entity_id, **revision_columns(step)}
    connection.execute(insert(entity_revisions).values(values))
    moved = {"text": text, "version": version, "changed": at, "consolidated": ""}
    connection.execute(update(entities).where(entities.c.id == entity_id).values(moved))
