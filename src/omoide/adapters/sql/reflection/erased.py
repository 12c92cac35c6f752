"""Entries of the dream diary that were made of what is erased: they go; that and when it was reflected stays (SPEC X1)."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, update

from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.models.tables import answers
from omoide.adapters.sql.reflection.diary import delete_insights, read_insights
from omoide.adapters.sql.reflection.tables import insights, reflections
from omoide.asks.reflect import Reflect
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.naming import Subject
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reflection import erased

BATCH = 400
ASKS = (Reflect.NAME,)
"""What was asked of models, by name."""


def without_insights(going: Going, persona_id: PersonaId, *, redacted: Sequence[EventId], words: ErasedWords) -> None:
    """Take entries away that were made of what is erased; the next night makes those of days again."""
    connection = going.connection
    changed = set(map(int, redacted)).union(*(going.numbers(kind) for kind in (GoingKind.EVENT, GoingKind.UNMADE)))
    gone = [
        each.id for each in read_insights(connection, persona_id) if erased.goes(each, changed=changed, words=words)
    ]
    for start in range(0, len(gone), BATCH):
        of_gone = select(insights.c.reflection_id).where(insights.c.id.in_(gone[start : start + BATCH]))
        connection.execute(update(reflections).where(reflections.c.id.in_(of_gone)).values(is_stale=True))
    for name, rows in delete_insights(connection, gone).items():
        going.count(name, rows)
    if gone:
        told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask.in_(ASKS))
        going.count(answers.name, connection.execute(told).rowcount)


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that the dream diary says."""
    return [
        text
        for each in read_insights(connection, persona_id)
        for text in (each.trigger_topic, each.strategy, each.log_entry, *(part.text for part in each.sentences))
        if text
    ]


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return what the dream diary says that names the subject."""
    return [text for text in texts_of(connection, persona_id) if subject.is_named_in(text)]
