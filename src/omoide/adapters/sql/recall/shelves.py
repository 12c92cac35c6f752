"""Passages that are copies of what is kept elsewhere, what tells that it has changed, and the turns it rests on, in SQL."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, FromClause, ScalarSelect, bindparam, delete, func, select

from omoide.adapters.sql.beliefs.tables import revision_evidence, revisions
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.entities.tables import entity_revisions
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.notes.tables import note_revisions
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall import passage_rows, token_rows
from omoide.adapters.sql.recall.passage_rows import address, marked
from omoide.adapters.sql.recall.token_rows import TokenRow
from omoide.adapters.sql.reflection.tables import insights
from omoide.adapters.sql.tables import passages, vectors
from omoide.domain.beliefs.state import Target
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind, Side
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import Moment

BATCH = 400
"""Values in one statement; databases bound the number of parameters."""
_P = passages.c


def _of_persona(table: FromClause, *, counted: bool = False) -> ScalarSelect[int]:
    """Return the last number of a table's rows, or how many there are."""
    number = func.count(table.c.id) if counted else func.max(table.c.id)
    return select(number).where(table.c.persona_id == bindparam("persona_id")).scalar_subquery()


# Every change of a belief, a preference, a note or a profile writes a revision; only erasing takes some away.
_LAST = {
    PassageKind.BELIEF: Prepared(select(_of_persona(revisions), _of_persona(erasures))),
    PassageKind.DIARY: Prepared(select(_of_persona(note_revisions), _of_persona(erasures))),
    PassageKind.ENTITY: Prepared(select(_of_persona(entity_revisions), _of_persona(erasures))),
    # An entry of the dream diary never changes, and may be removed by hand.
    PassageKind.INSIGHT: Prepared(
        select(_of_persona(insights), _of_persona(insights, counted=True), _of_persona(erasures))
    ),
}
_EVIDENCE = (
    select(revisions.c.target_id, revision_evidence.c.event_id)
    .join(revision_evidence, revision_evidence.c.revision_id == revisions.c.id)
    .where(
        revisions.c.target == bindparam("target"),
        revisions.c.target_id.in_(bindparam("targets", expanding=True)),
        revisions.c.persona_id == bindparam("persona"),
    )
    .order_by(revision_evidence.c.event_id.desc())
)


class SqlShelfMarks:
    """Knows whether anything of a kind has changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mark(self, persona_id: PersonaId, kind: PassageKind) -> str:
        """Return something that is another after each change of what is kept of this kind."""
        with self._database.reading() as connection:
            return ":".join(map(str, _LAST[kind].first(connection, {"persona_id": persona_id}) or ()))


class SqlShelvedPassages:
    """The passages of shelves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def hashes(self, persona_id: PersonaId, kind: PassageKind) -> dict[int, frozenset[bytes]]:
        """Return, for each thing of a kind, what its passages say, by hash."""
        query = select(_P.item_id, _P.hash).where(_P.persona_id == persona_id, _P.kind == kind.value)
        found: dict[int, set[bytes]] = {}
        with self._database.reading() as connection:
            for item_id, content in connection.execute(query):
                found.setdefault(item_id, set()).add(content)
        return {item_id: frozenset(held) for item_id, held in found.items()}

    def replace(
        self,
        persona_id: PersonaId,
        kind: PassageKind,
        *,
        gone: Sequence[int],
        new: Mapping[int, tuple[Moment, Sequence[NewPassage]]],
    ) -> None:
        """Take the passages of some things away and keep those of others in place of what they had, in one step."""
        with self._database.writing(persona_id) as connection:
            _taken_away(connection, persona_id, kind, {*gone, *new})
            for item_id, (created, pieces) in new.items():
                passage_rows.add(connection, persona_id, kind=kind, item_id=item_id, created=created, pieces=pieces)


class SqlBeliefEvidence:
    """Knows the turns that beliefs and preferences rest on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def evidence(
        self, persona_id: PersonaId, target: Target, target_ids: Sequence[int]
    ) -> dict[int, tuple[EventId, ...]]:
        """Return the turns behind each of them, the newest first."""
        found: dict[int, list[EventId]] = {}
        with self._database.reading() as connection:
            for start in range(0, len(target_ids), BATCH):
                wanted = {"target": target.value, "targets": list(target_ids[start : start + BATCH])}
                for target_id, event_id in connection.execute(_EVIDENCE, wanted | {"persona": persona_id}):
                    found.setdefault(target_id, []).append(EventId(event_id))
        return {target_id: tuple(dict.fromkeys(ids)) for target_id, ids in found.items()}


def _taken_away(connection: Connection, persona_id: PersonaId, kind: PassageKind, item_ids: Iterable[int]) -> None:
    ids = sorted(item_ids)
    for start in range(0, len(ids), BATCH):
        mine = (_P.persona_id == persona_id, _P.kind == kind.value, _P.item_id.in_(ids[start : start + BATCH]))
        rows = connection.execute(select(passages).where(*mine)).all()
        held = token_rows.held(connection, [_address(row) for row in rows])
        token_rows.forget(connection, [TokenRow(_address(row), _tokens(row)) for row in rows if _address(row) in held])
        connection.execute(delete(vectors).where(vectors.c.passage_id.in_([row.id for row in rows])))
        connection.execute(delete(passages).where(*mine))


def _tokens(row: AnyRow) -> str:
    kind = PassageKind(row.kind)
    return " ".join(marked(token, kind=kind, persona_id=row.persona_id) for token in document_tokens(row.text))


def _address(row: AnyRow) -> int:
    return address(kind=PassageKind(row.kind), item_id=row.item_id, side=Side(row.side), part=row.part)
