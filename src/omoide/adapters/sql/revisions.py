"""Every edit of a text as one splice of the text before it: how notes and profiles keep their history.

Each subject has a table of its own, whose rows name what was edited; what a row says of the edit is the same everywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Column, Connection, Integer, Table, Text, insert, select, update

from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.tables import Seconds
from omoide.domain.notes.revision import Splice, TextRevision
from omoide.domain.personas.persona import PersonaId

RevisionT = TypeVar("RevisionT", bound=TextRevision)


class ReadRevision(Protocol[RevisionT]):  # type: ignore[misc]  # it only makes them
    """Makes an edit of its row."""

    def __call__(self, row: AnyRow, splice: Splice, /) -> RevisionT:
        """Return the edit."""
        ...


def revision_columns() -> tuple[Column[Any], ...]:
    """Return the columns in which such a table says what an edit was."""
    return (
        Column("version", Integer, nullable=False),
        Column("at", Seconds, nullable=False),
        Column("author", Text, nullable=False),
        Column("act", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("start", Integer, nullable=False),
        Column("removed", Integer, nullable=False),
        Column("added", Text, nullable=False),
    )


class RevisionRows(Generic[RevisionT]):
    """The edits in one table."""

    def __init__(
        self,
        table: Table,
        *,
        edited: str,
        read: ReadRevision[RevisionT],
        more: Callable[[RevisionT], Mapping[str, object]] = lambda _: {},
    ) -> None:
        self._table = table
        self._edited = table.c[edited]
        self._read = read
        self._more = more

    def of(self, connection: Connection, persona_id: PersonaId, number: int) -> list[RevisionT]:
        """Return every edit of the text with this number, oldest first."""
        query = select(self._table).where(*self._mine(persona_id, number)).order_by(self._table.c.version)
        return [self._read(row, Splice(row.start, row.removed, row.added)) for row in connection.execute(query)]

    def add(self, connection: Connection, persona_id: PersonaId, number: int, revision: RevisionT) -> None:
        """Keep an edit; the caller holds the write lock since before it read the version."""
        whose = {"persona_id": persona_id, self._edited.name: number}
        connection.execute(insert(self._table).values({**whose, **self._values(revision)}))

    def rewrite(
        self,
        connection: Connection,
        persona_id: PersonaId,
        number: int,
        *,
        before: Sequence[RevisionT],
        after: Sequence[RevisionT],
    ) -> int:
        """Write those edits anew that are other than before; return how many."""
        changed = [new for old, new in zip(before, after, strict=True) if old != new]
        for new in changed:
            mine = (*self._mine(persona_id, number), self._table.c.version == new.version)
            connection.execute(update(self._table).where(*mine).values(self._values(new)))
        return len(changed)

    def texts(self, connection: Connection, persona_id: PersonaId) -> list[str]:
        """Return all that was ever written: whatever is left of it would be left of these."""
        mine = self._table.c.persona_id == persona_id
        query = select(self._table.c.added, self._table.c.reason).where(mine)
        return [text for row in connection.execute(query) for text in row if text]

    def _mine(self, persona_id: PersonaId, number: int) -> tuple[Any, ...]:
        return self._table.c.persona_id == persona_id, self._edited == number

    def _values(self, revision: RevisionT) -> dict[str, object]:
        return {
            "version": revision.version,
            "at": revision.at,
            "author": revision.author.value,
            "act": revision.act.value,
            "reason": revision.reason,
            "start": revision.splice.start,
            "removed": revision.splice.removed,
            "added": revision.splice.added,
            **self._more(revision),
        }
