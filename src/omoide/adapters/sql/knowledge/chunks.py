"""Chunks that belong to a document now."""

from collections.abc import Sequence

from sqlalchemy import func, select

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.knowledge.documents import BATCH, document_of
from omoide.adapters.sql.knowledge.tables import document_chunks, documents
from omoide.adapters.sql.tables import passages
from omoide.domain.knowledge.chunking import text_of
from omoide.domain.knowledge.document import ChunkId, DocumentPlace, KnowledgeDocument, PlaceUnit
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.ports.knowledge.store import FoundChunk

_C = document_chunks.c
_CHUNK = (
    select(_C.id, _C.document_id, _C.unit, _C.first, _C.last, _C.heading, passages.c.text)
    .join(documents, documents.c.id == _C.document_id)
    .join(passages, (passages.c.kind == PassageKind.DOCUMENT.value) & (passages.c.item_id == _C.id))
    .where(_C.version == documents.c.version)
)


class SqlChunkReading:
    """Reads chunks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, persona_id: PersonaId) -> int:
        """Return how many chunks there are, roughly: those that are being put or swept may be among them."""
        query = select(func.count()).select_from(document_chunks).where(_C.persona_id == persona_id)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def found(self, persona_id: PersonaId, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, FoundChunk]:
        """Return those of the chunks that belong to a document now."""
        known: dict[int, KnowledgeDocument] = {}
        chunks: dict[ChunkId, FoundChunk] = {}
        with self._database.reading() as connection:
            for start in range(0, len(chunk_ids), BATCH):
                some = (_C.persona_id == persona_id, _C.id.in_(chunk_ids[start : start + BATCH]))
                rows = connection.execute(_CHUNK.where(*some)).all()
                new = {row.document_id for row in rows} - known.keys()
                query = select(documents).where(documents.c.id.in_(new))
                known |= {row.id: document_of(row) for row in connection.execute(query)} if new else {}
                chunks |= {ChunkId(row.id): _chunk(row, known[row.document_id]) for row in rows}
        return chunks


def _chunk(row: AnyRow, document: KnowledgeDocument) -> FoundChunk:
    place = DocumentPlace(PlaceUnit(row.unit), row.first, row.last, row.heading)
    return FoundChunk(ChunkId(row.id), document, place, text_of(row.text, heading=row.heading))
