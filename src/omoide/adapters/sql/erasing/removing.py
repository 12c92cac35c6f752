"""Events and memories with everything that hangs on them; whole personas.

What hangs on an event or a memory is found through the tables' own foreign keys, so that a table added later is emptied too.
"""

from collections.abc import Sequence

from sqlalchemy import Table, delete, func, select, update

from omoide.adapters.sql.beliefs.tables import mood_points
from omoide.adapters.sql.context.contexts import dropped
from omoide.adapters.sql.database import AnyRow, insert_new
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.feelings.feelings import without_moods
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_skips
from omoide.adapters.sql.models.tables import answers, batch_items, ledger, text_vectors
from omoide.adapters.sql.recall import token_rows
from omoide.adapters.sql.recall.passage_rows import address, marked
from omoide.adapters.sql.recall.token_rows import TokenRow
from omoide.adapters.sql.tables import events, metadata, passages, personas, vectors
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import SHELVED, PassageKind, Side
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import Moment

BATCH = 400
"""Values in one statement; databases bound the number of parameters."""
KEPT = frozenset({"erased_events", "erasures"})
ERASED = "erased"
"""Why a turn makes no memory: the one it made was erased."""


def without_passages(going: Going, kind: PassageKind, of: GoingKind) -> None:
    """Delete the passages of what is to go, with their words and their vectors in every space."""
    found = select(passages.c.id).where(passages.c.kind == kind.value, passages.c.item_id.in_(going.ids(of)))
    going.add_found(GoingKind.PASSAGE, found)


def without_copies(going: Going, persona_id: PersonaId) -> None:
    """Delete every passage that is a copy of a belief, a diary, an insight or a profile: what is left of these is copied anew."""
    kinds = passages.c.kind.in_([kind.value for kind in SHELVED])
    going.add_found(GoingKind.PASSAGE, select(passages.c.id).where(passages.c.persona_id == persona_id, kinds))


def without_gathered_passages(going: Going) -> None:
    """Delete the passages that were gathered."""
    connection = going.connection
    mine = passages.c.id.in_(going.ids(GoingKind.PASSAGE))
    count = int(connection.execute(select(func.count()).select_from(passages).where(mine)).scalar_one())
    if not count:
        return
    total = int(connection.execute(select(func.count()).select_from(passages)).scalar_one())
    if count > total - count:  # less work, and nothing is left behind
        token_rows.clear(connection)
        left = connection.execute(select(passages).where(~mine)).all()
        token_rows.add(connection, [TokenRow(_address(row), _tokens(row)) for row in left])
    else:
        held = set(token_rows.all_held(connection))
        rows = connection.execute(select(passages).where(mine)).all()
        gone = [TokenRow(_address(row), _tokens(row)) for row in rows if _address(row) in held]
        token_rows.forget(connection, gone)
    going.delete(vectors, vectors.c.passage_id, GoingKind.PASSAGE)
    going.delete(passages, passages.c.id, GoingKind.PASSAGE)


def _tokens(row: AnyRow) -> str:
    kind = PassageKind(row.kind)
    return " ".join(marked(token, kind=kind, persona_id=row.persona_id) for token in document_tokens(row.text))


def _address(row: AnyRow) -> int:
    return address(kind=PassageKind(row.kind), item_id=row.item_id, side=Side(row.side), part=row.part)


def without_memories(going: Going, persona_id: PersonaId, *, at: Moment) -> None:
    """Delete memories with their history; turns that stay are not to be remembered again."""
    turns = select(memories.c.event_id).where(
        memories.c.id.in_(going.ids(GoingKind.MEMORY)),
        memories.c.event_id.is_not(None),
        memories.c.event_id.not_in(going.ids(GoingKind.EVENT)),
        memories.c.event_id.not_in(going.ids(GoingKind.UNMADE)),
    )
    rows = [
        {"persona_id": persona_id, "event_id": each, "reason": ERASED, "at": at}
        for each in going.connection.execute(turns).scalars()
    ]
    if rows:
        going.connection.execute(insert_new(going.connection, memory_skips), rows)
    going.delete(memory_history, memory_history.c.memory_id, GoingKind.MEMORY)
    without_dependants(going, memories, GoingKind.MEMORY)


def without_later_moods(going: Going, persona_id: PersonaId) -> None:
    """Delete the mood points since the first turn that goes or is made again: it was part of them; later ones are computed anew."""
    kinds = going.ids(GoingKind.EVENT).union(going.ids(GoingKind.UNMADE))
    first = going.connection.execute(select(func.min(events.c.created)).where(events.c.id.in_(kinds))).scalar()
    if first is not None:
        going.count(mood_points.name, without_moods(going.connection, persona_id, since=Moment(first)))


def without_dependants(going: Going, table: Table, kind: GoingKind) -> None:
    """Delete rows by number, and before them every row anywhere that points at them."""
    for other in reversed(metadata.sorted_tables):
        for column in other.columns:
            points = any(key.column is table.c.id for key in column.foreign_keys)
            if points and other.name not in KEPT and other is not table:
                going.delete(other, column, kind)
    going.delete(table, table.c.id, kind)


def without_answers(going: Going, keys: Sequence[str]) -> None:
    """Delete the answers with these keys, and every vector that is kept by its text: nobody can tell of which."""
    connection = going.connection
    for start in range(0, len(keys), BATCH):
        some = keys[start : start + BATCH]
        going.count(answers.name, connection.execute(delete(answers).where(answers.c.key.in_(some))).rowcount)
    going.count(text_vectors.name, connection.execute(delete(text_vectors)).rowcount)


def without_sessions(going: Going, persona_id: PersonaId, session_ids: Sequence[str]) -> None:
    """Delete what is kept of sessions of which no turn is left."""
    still = select(events.c.session_id).where(events.c.persona_id == persona_id)
    for table in metadata.sorted_tables:
        if "session_id" not in table.c or "persona_id" not in table.c or table is events:
            continue
        for start in range(0, len(session_ids), BATCH):
            some = table.c.session_id.in_(session_ids[start : start + BATCH])
            mine = (table.c.persona_id == persona_id, some, table.c.session_id.not_in(still))
            going.count(table.name, going.connection.execute(delete(table).where(*mine)).rowcount)


def without_contexts(going: Going, persona_id: PersonaId) -> None:
    """Delete what sessions of the persona were shown: copies of whatever is erased, and made again when they are needed."""
    for name, rows in dropped(going.connection, persona_id).items():
        going.count(name, rows)


def without_persona(going: Going, persona_id: PersonaId) -> None:
    """Delete all that a persona still has, and the persona; what was spent stays on the bill, without a name."""
    connection = going.connection
    connection.execute(update(ledger).where(ledger.c.persona_id == persona_id).values(persona_id=None))
    connection.execute(delete(batch_items).where(batch_items.c.persona_id == persona_id))
    for table in reversed(metadata.sorted_tables):
        if "persona_id" in table.c and table.name not in KEPT:
            mine = table.c.persona_id == persona_id
            going.count(table.name, connection.execute(delete(table).where(mine)).rowcount)
    going.count(personas.name, connection.execute(delete(personas).where(personas.c.id == persona_id)).rowcount)
