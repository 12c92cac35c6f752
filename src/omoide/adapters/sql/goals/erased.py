"""Goals from which erased words are taken out, inside the transaction of the order (SPEC X1)."""

from collections.abc import Sequence

from sqlalchemy import Connection, update

from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.goals.rows import delete_goals, read_goals, write_notes
from omoide.adapters.sql.goals.tables import goal_notes, goals
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.naming import Subject
from omoide.domain.events.event import EventId
from omoide.domain.goals import erased
from omoide.domain.personas.persona import PersonaId

REDACTED = "goals: redacted"
"""What a report calls goals that stay, without a note or a reason that they had."""


def without_words(going: Going, persona_id: PersonaId, *, redacted: Sequence[EventId], words: ErasedWords) -> None:
    """Take goals away that were made of what is erased, and erased words out of the others; turns that change count as gone."""
    connection = going.connection
    changed = set(map(int, redacted)).union(*(going.numbers(kind) for kind in (GoingKind.EVENT, GoingKind.UNMADE)))
    gone: list[int] = []
    steps = 0
    for goal in read_goals(connection, persona_id):
        left = erased.without(goal, is_touched=not changed.isdisjoint(goal.evidence), words=words)
        if left is None:
            gone.append(goal.id)
        elif left != goal:
            steps += 1
            going.count(goal_notes.name, len(goal.notes) - len(left.notes))
            connection.execute(
                update(goals).where(goals.c.id == goal.id).values(reason=left.reason, version=goal.version + 1)
            )
            write_notes(connection, persona_id, left)
    for name, rows in delete_goals(connection, gone).items():
        going.count(name, rows)
    going.count(REDACTED, steps)


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that is written in goals."""
    return [
        text
        for goal in read_goals(connection, persona_id)
        for text in (goal.text, goal.reason, *(note.text for note in goal.notes))
        if text
    ]


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return what is written in goals and names the subject."""
    return [text for text in texts_of(connection, persona_id) if subject.is_named_in(text)]
