"""Documents, put in portions and known all at once.

A document has a version that counts; chunks of other versions are nobody's.  So a portion is a short transaction, in which
nobody who talks has to wait long, and a document changes in one step however long it is.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.removing import without_gathered_passages, without_passages
from omoide.adapters.sql.knowledge.tables import document_chunks, document_sources, documents
from omoide.adapters.sql.recall import passage_rows
from omoide.domain.knowledge.chunking import NewChunk
from omoide.domain.knowledge.document import (
    DocumentFacts,
    DocumentFormat,
    DocumentId,
    DocumentPlace,
    KnowledgeDocument,
    KnownPathKind,
)
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind, whole_piece
from omoide.domain.time.moment import Moment
from omoide.errors import StoreUnavailable
from omoide.ports.knowledge.store import DocumentFile, Loading

BATCH = 400


class SqlDocumentStore:
    """Keeps documents, and the folders they come from."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId) -> list[KnowledgeDocument]:
        """Return every document, by path."""
        mine = (documents.c.persona_id == persona_id, documents.c.version > 0)
        with self._database.reading() as connection:
            return [
                document_of(row)
                for row in connection.execute(select(documents).where(*mine).order_by(documents.c.path))
            ]

    def set_missing(self, persona_id: PersonaId, document_ids: Sequence[DocumentId], *, at: Moment | None) -> None:
        """Keep since when the files of documents are gone; `None` when they are there again."""
        if not document_ids:
            return
        with self._database.writing(persona_id) as connection:
            for start in range(0, len(document_ids), BATCH):
                some = documents.c.id.in_(document_ids[start : start + BATCH])
                mine = (documents.c.persona_id == persona_id, some)
                connection.execute(update(documents).where(*mine).values(missing_since=at))

    def at(self, persona_id: PersonaId, path: str) -> KnowledgeDocument | None:
        """Return the document of a file, if it is known."""
        mine = (documents.c.persona_id == persona_id, documents.c.path == path, documents.c.version > 0)
        with self._database.reading() as connection:
            row = connection.execute(select(documents).where(*mine)).first()
        return None if row is None else document_of(row)

    def sources(self, persona_id: PersonaId, kind: KnownPathKind) -> list[str]:
        """Return the folders that were added, or the files of them that are left out, by path."""
        mine = (document_sources.c.persona_id == persona_id, document_sources.c.kind == kind.value)
        query = select(document_sources.c.path).where(*mine).order_by(document_sources.c.path)
        with self._database.reading() as connection:
            return [str(path) for path in connection.execute(query).scalars()]

    def add_sources(self, persona_id: PersonaId, paths: Sequence[str], *, kind: KnownPathKind, at: Moment) -> None:
        """Keep what these paths are from now on."""
        rows = [{"persona_id": persona_id, "path": path, "kind": kind.value, "added": at} for path in paths]
        if rows:
            known = self._database.upsert(document_sources, keys=["persona_id", "path"], values=["kind", "added"])
            with self._database.writing(persona_id) as connection:
                connection.execute(known, rows)

    def drop_sources(self, persona_id: PersonaId, paths: Sequence[str]) -> None:
        """Forget what these paths were; documents stay."""
        if not paths:
            return
        with self._database.writing(persona_id) as connection:
            for start in range(0, len(paths), BATCH):
                some = document_sources.c.path.in_(paths[start : start + BATCH])
                mine = (document_sources.c.persona_id == persona_id, some)
                connection.execute(delete(document_sources).where(*mine))


class SqlDocumentLoading:
    """Puts documents and takes them away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, persona_id: PersonaId, file: DocumentFile, *, at: Moment) -> Loading:
        """Begin to put a document, new or in place of what is known of its path."""
        with self._database.writing(persona_id) as connection:
            return _begun(connection, persona_id, file, at=at)

    def put(self, persona_id: PersonaId, loading: Loading, chunks: Sequence[NewChunk], *, at: Moment) -> None:
        """Put some more chunks, which nobody finds yet."""
        pieces = _pieces(chunks)
        with self._database.writing(persona_id) as connection:
            _put(connection, persona_id, loading, pieces, at=at)

    def finish(
        self, persona_id: PersonaId, loading: Loading, file: DocumentFile, facts: DocumentFacts, *, at: Moment
    ) -> KnowledgeDocument:
        """Let the document be what was put, and nothing of what it was before."""
        with self._database.writing(persona_id) as connection:
            return _finished(connection, persona_id, loading, file, facts, at=at)

    def keep(
        self,
        persona_id: PersonaId,
        file: DocumentFile,
        facts: DocumentFacts,
        chunks: Sequence[NewChunk],
        *,
        at: Moment,
    ) -> KnowledgeDocument:
        """Put a short document in one step."""
        pieces = _pieces(chunks)
        with self._database.writing(persona_id) as connection:
            loading = _begun(connection, persona_id, file, at=at)
            _put(connection, persona_id, loading, pieces, at=at)
            return _finished(connection, persona_id, loading, file, facts, at=at)

    def drop(self, persona_id: PersonaId, document_ids: Sequence[DocumentId]) -> None:
        """Let documents be known no more."""
        with self._database.writing(persona_id) as connection:
            for start in range(0, len(document_ids), BATCH):
                some = documents.c.id.in_(document_ids[start : start + BATCH])
                mine = (documents.c.persona_id == persona_id, some)
                connection.execute(update(documents).where(*mine).values(version=0, hash=""))

    def sweep(self, persona_id: PersonaId, *, most: int) -> int:
        """Take away at most so many chunks that belong to no document any more; return how many went."""
        with self._database.reading() as connection:
            gone = _unowned(connection, persona_id, most=most)
            is_clean = not gone and connection.execute(_empty_rows(persona_id).limit(1)).first() is None
        if is_clean:
            return 0
        with self._database.writing(persona_id) as connection, Going(connection) as going:
            if gone:
                going.add(GoingKind.CHUNK, gone)
                without_passages(going, PassageKind.DOCUMENT, GoingKind.CHUNK)
                without_gathered_passages(going)
                going.delete(document_chunks, document_chunks.c.id, GoingKind.CHUNK)
            connection.execute(delete(documents).where(documents.c.id.in_(_empty_rows(persona_id))))
        return len(gone)


def _pieces(chunks: Sequence[NewChunk]) -> list[tuple[DocumentPlace, NewPassage]]:
    """Return what chunks are found by: made before anybody has to wait for us, for words take longer than rows."""
    return [(chunk.place, whole_piece(chunk.searched)) for chunk in chunks]


def _begun(connection: Connection, persona_id: PersonaId, file: DocumentFile, *, at: Moment) -> Loading:
    mine = (documents.c.persona_id == persona_id, documents.c.path == file.path)
    row = connection.execute(select(documents.c.id, documents.c.last_version).where(*mine)).first()
    if row is None:
        made = connection.execute(insert(documents).values(_new_row(persona_id, file, at)))
        return Loading(DocumentId(made.inserted_primary_key[0]), 1)  # type: ignore[index]
    version = row.last_version + 1
    connection.execute(update(documents).where(documents.c.id == row.id).values(last_version=version))
    return Loading(DocumentId(row.id), version)


def _put(
    connection: Connection,
    persona_id: PersonaId,
    loading: Loading,
    pieces: Sequence[tuple[DocumentPlace, NewPassage]],
    *,
    at: Moment,
) -> None:
    kind = PassageKind.DOCUMENT
    for place, piece in pieces:
        row = {
            "persona_id": persona_id,
            "document_id": loading.document_id,
            "version": loading.version,
            "unit": place.unit.value,
            "first": place.first,
            "last": place.last,
            "heading": place.heading,
        }
        made = connection.execute(insert(document_chunks).values(row))
        number = int(made.inserted_primary_key[0])  # type: ignore[index]
        passage_rows.add(connection, persona_id, kind=kind, item_id=number, created=at, pieces=[piece])


def _finished(
    connection: Connection,
    persona_id: PersonaId,
    loading: Loading,
    file: DocumentFile,
    facts: DocumentFacts,
    *,
    at: Moment,
) -> KnowledgeDocument:
    now = {
        "version": loading.version,
        "format": file.format.value,
        "size": file.size,
        "hash": file.hash,
        "characters": facts.characters,
        "chunks": facts.chunks,
        "title": facts.title,
        "encoding": facts.encoding,
        "pages": facts.pages,
        "left_out": facts.left_out,
        "changed": at,
        "missing_since": None,
    }
    mine = (documents.c.id == loading.document_id, documents.c.persona_id == persona_id)
    connection.execute(update(documents).where(*mine).values(now))
    row = connection.execute(select(documents).where(*mine)).first()
    if row is None:
        raise StoreUnavailable("the persona was erased while a document was read")
    return document_of(row)


def _unowned(connection: Connection, persona_id: PersonaId, *, most: int) -> list[int]:
    query = (
        select(document_chunks.c.id)
        .join(documents, documents.c.id == document_chunks.c.document_id)
        .where(documents.c.persona_id == persona_id, document_chunks.c.version != documents.c.version)
        .limit(most)
    )
    return [int(each) for each in connection.execute(query).scalars()]


def _empty_rows(persona_id: PersonaId) -> Select[Any]:
    """Return a query for documents that are known no more and of which nothing is left."""
    kept = select(document_chunks.c.id).where(document_chunks.c.document_id == documents.c.id)
    return select(documents.c.id).where(documents.c.persona_id == persona_id, documents.c.version == 0, ~kept.exists())


def _new_row(persona_id: PersonaId, file: DocumentFile, at: Moment) -> dict[str, object]:
    return {
        "persona_id": persona_id,
        "path": file.path,
        "format": file.format.value,
        "size": file.size,
        "hash": "",
        "version": 0,
        "last_version": 1,
        "characters": 0,
        "chunks": 0,
        "title": "",
        "encoding": "",
        "left_out": 0,
        "added": at,
        "changed": at,
    }


def document_of(row: AnyRow) -> KnowledgeDocument:
    """Return the document that a row is."""
    return KnowledgeDocument(
        id=DocumentId(row.id),
        path=row.path,
        format=DocumentFormat(row.format),
        size=row.size,
        hash=row.hash,
        facts=DocumentFacts(
            characters=row.characters,
            chunks=row.chunks,
            title=row.title,
            encoding=row.encoding,
            pages=row.pages,
            left_out=row.left_out,
        ),
        added=Moment(row.added),
        changed=Moment(row.changed),
        missing_since=None if row.missing_since is None else Moment(row.missing_since),
    )
