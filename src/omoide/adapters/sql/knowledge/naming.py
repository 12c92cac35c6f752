"""Documents that hold what was erased: they stay until they are removed, and a report names them by number (SPEC X1)."""

from collections.abc import Iterable

from sqlalchemy import Connection, func, select

from omoide.adapters.sql.knowledge.tables import document_chunks, document_sources, documents
from omoide.adapters.sql.tables import passages
from omoide.domain.erasing.naming import Subject
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind

BATCH = 400
MOST_TEXTS = 2_000
"""Chunks of an erased persona that are looked for afterwards, evenly out of all."""
CHUNKS = document_chunks.name
TABLES = frozenset({documents.name, document_chunks.name, document_sources.name})
_OF_PASSAGE = (
    select(passages.c.id, document_chunks.c.document_id, passages.c.text)
    .join(document_chunks, document_chunks.c.id == passages.c.item_id)
    .where(passages.c.kind == PassageKind.DOCUMENT.value)
)


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[int]:
    """Return the documents that name the subject, in their text, title or path."""
    mine = documents.c.persona_id == persona_id
    query = select(documents.c.id, documents.c.path, documents.c.title).where(mine, documents.c.version > 0)
    found = {row.id for row in connection.execute(query) if any(map(subject.is_named_in, (row.path, row.title)))}
    mine_too = _OF_PASSAGE.where(passages.c.persona_id == persona_id)
    texts = connection.execute(mine_too, execution_options={"stream_results": True})
    for row in texts:
        if row.document_id not in found and subject.is_named_in(row.text):
            found.add(row.document_id)
    return sorted(found)


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return texts of all documents, evenly: whatever is left of a persona's documents would be left of these."""
    mine = (passages.c.persona_id == persona_id, passages.c.kind == PassageKind.DOCUMENT.value)
    count = int(connection.execute(select(func.count()).select_from(passages).where(*mine)).scalar_one())
    every = max(1, -(-count // MOST_TEXTS))
    rows = connection.execute(select(passages.c.text).where(*mine, passages.c.item_id % every == 0)).scalars()
    return [str(text) for text in rows]


def documents_of(connection: Connection, passage_ids: Iterable[int]) -> dict[int, int]:
    """Return of which document each of the passages is, where it is of one."""
    wanted, found = sorted(set(passage_ids)), dict[int, int]()
    for start in range(0, len(wanted), BATCH):
        query = _OF_PASSAGE.where(passages.c.id.in_(wanted[start : start + BATCH]))
        found |= {row.id: row.document_id for row in connection.execute(query)}
    return found


def documents_of_chunks(connection: Connection, chunk_ids: Iterable[int]) -> dict[int, int]:
    """Return of which document each of the chunks is."""
    wanted, found = sorted(set(chunk_ids)), dict[int, int]()
    for start in range(0, len(wanted), BATCH):
        some = document_chunks.c.id.in_(wanted[start : start + BATCH])
        query = select(document_chunks.c.id, document_chunks.c.document_id).where(some)
        found |= {row.id: row.document_id for row in connection.execute(query)}
    return found


def still_known(connection: Connection, document_ids: Iterable[int]) -> set[int]:
    """Return those of the documents that are still there."""
    wanted, found = sorted(set(document_ids)), set[int]()
    for start in range(0, len(wanted), BATCH):
        some = (documents.c.id.in_(wanted[start : start + BATCH]), documents.c.version > 0)
        found |= set(connection.execute(select(documents.c.id).where(*some)).scalars())
    return found
