"""Where documents and their chunks are kept (SPEC K1).

A document's chunks are put in portions that nobody finds, and become the document's all at once; so does their going.
Killed anywhere, a document is as it was before or as it is after; what is left over is swept by the next one who writes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.knowledge.chunking import NewChunk
from omoide.domain.knowledge.document import (
    ChunkId,
    DocumentFacts,
    DocumentFormat,
    DocumentId,
    DocumentPlace,
    KnowledgeDocument,
    KnownPathKind,
)
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class Loading:
    """A document whose chunks are being put."""

    document_id: DocumentId
    version: int


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """The file of a document."""

    path: str
    format: DocumentFormat
    size: int
    hash: str


@dataclass(frozen=True, slots=True)
class FoundChunk:
    """A chunk as it is kept."""

    id: ChunkId
    document: KnowledgeDocument
    place: DocumentPlace
    text: str


class DocumentStore(Protocol):
    """Keeps which documents there are, and the folders they come from."""

    def all(self, persona_id: PersonaId) -> list[KnowledgeDocument]:
        """Return every document, by path."""
        ...

    def at(self, persona_id: PersonaId, path: str) -> KnowledgeDocument | None:
        """Return the document of a file, if it is known."""
        ...

    def set_missing(self, persona_id: PersonaId, document_ids: Sequence[DocumentId], *, at: Moment | None) -> None:
        """Keep since when the files of documents are gone; `None` when they are there again."""
        ...

    def sources(self, persona_id: PersonaId, kind: KnownPathKind) -> list[str]:
        """Return the folders that were added, or the files of them that are left out, by path."""
        ...

    def add_sources(self, persona_id: PersonaId, paths: Sequence[str], *, kind: KnownPathKind, at: Moment) -> None:
        """Keep what these paths are from now on."""
        ...

    def drop_sources(self, persona_id: PersonaId, paths: Sequence[str]) -> None:
        """Forget what these paths were; documents stay."""
        ...


class DocumentLoading(Protocol):
    """Puts documents and takes them away."""

    def begin(self, persona_id: PersonaId, file: DocumentFile, *, at: Moment) -> Loading:
        """Begin to put a document, new or in place of what is known of its path."""
        ...

    def put(self, persona_id: PersonaId, loading: Loading, chunks: Sequence[NewChunk], *, at: Moment) -> None:
        """Put some more chunks, which nobody finds yet."""
        ...

    def finish(
        self, persona_id: PersonaId, loading: Loading, file: DocumentFile, facts: DocumentFacts, *, at: Moment
    ) -> KnowledgeDocument:
        """Let the document be what was put, and nothing of what it was before."""
        ...

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
        ...

    def drop(self, persona_id: PersonaId, document_ids: Sequence[DocumentId]) -> None:
        """Let documents be known no more."""
        ...

    def sweep(self, persona_id: PersonaId, *, most: int) -> int:
        """Take away at most so many chunks that belong to no document any more; return how many went.

        Only whoever has the right to change what is known may sweep: of what is being put it knows nothing.
        """
        ...


class ChunkReading(Protocol):
    """Reads chunks."""

    def count(self, persona_id: PersonaId) -> int:
        """Return how many chunks there are, roughly: those that are being put or swept may be among them."""
        ...

    def found(self, persona_id: PersonaId, chunk_ids: Sequence[ChunkId]) -> dict[ChunkId, FoundChunk]:
        """Return those of the chunks that belong to a document now."""
        ...
