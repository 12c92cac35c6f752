"""Take in: one file becomes a document, all at once (SPEC K1).

It streams from the file through masking and cutting into the store, in portions that nobody finds before the last one is
there.  A file that is refused half way leaves what was known of it before.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Final

from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.knowledge.chunking import NewChunk, chunked
from omoide.domain.knowledge.document import UNITS, DocumentFacts, DocumentRules, KnowledgeDocument
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.knowledge.report import TroubleKind, refusal
from omoide.domain.knowledge.secrets import masked_lines
from omoide.domain.personas.persona import Persona
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.text.mending import mended
from omoide.ports.knowledge.files import DocumentFiles, OpenDocument
from omoide.ports.knowledge.store import DocumentFile, DocumentLoading, DocumentStore
from omoide.ports.time.clock import Clock

PORTION: Final = 100
"""Chunks that are put in one transaction: short enough that whoever talks meanwhile does not notice."""
SWEPT: Final = 1_000
READ_AS: Final = 1
"""Is counted up when documents are read or cut in another way: then an update reads every file again."""


@dataclass(frozen=True, slots=True)
class TakeIn:
    """Takes in files."""

    files: DocumentFiles
    documents: DocumentStore
    loading: DocumentLoading
    clock: Clock
    rules: DocumentRules
    chunks: ChunkRules
    masking: SecretMasking = field(default_factory=SecretMasking)
    unrecorded: Unrecorded = field(default_factory=Unrecorded)

    def __call__(
        self,
        persona: Persona,
        path: str,
        *,
        known: KnowledgeDocument | None,
        heard: Callable[[int], None] = lambda _: None,
    ) -> tuple[KnowledgeDocument, bool]:
        """Return the document of a file, and whether it was read: one whose bytes are known is not.

        `known` is what the caller knows of it; `heard` is told, now and then, how many chunks were read.  Raise
        `DocumentRefused` when the file cannot be taken in.
        """
        with self.files.open(path, rules=self.rules) as opened:
            file = DocumentFile(opened.path, opened.format, opened.size, self._fingerprint(opened.hash))
            if known is not None and self._is_same(persona, known, file):
                return known, False
            with self.files.alone():
                there = self.documents.at(persona.id, file.path)
                if there is not None and self._is_same(persona, there, file):  # somebody else was first
                    return there, False
                is_whole = False
                try:
                    document = self._loaded(persona, opened, file, heard)
                    is_whole = True
                finally:
                    if there is not None or not is_whole:
                        self.sweep(persona)
                return document, True

    def sweep(self, persona: Persona) -> None:
        """Take away what belongs to no document any more; the caller is alone."""
        while self.loading.sweep(persona.id, most=SWEPT):
            pass

    def _is_same(self, persona: Persona, known: KnowledgeDocument, file: DocumentFile) -> bool:
        if known.hash == file.hash and known.missing_since is not None:
            self.documents.set_missing(persona.id, [known.id], at=None)
        return known.hash == file.hash

    def _loaded(
        self, persona: Persona, opened: OpenDocument, file: DocumentFile, heard: Callable[[int], None]
    ) -> KnowledgeDocument:
        now, size = self.clock.now(), _Size()
        made = self._chunks(opened, size)
        portion = list(islice(made, PORTION))
        size.chunks = len(portion)
        if size.chunks < PORTION:  # one step, as most documents are short
            heard(size.chunks)
            return self.loading.keep(persona.id, file, self._facts(opened, size), portion, at=now)
        loading = self.loading.begin(persona.id, file, at=now)
        while portion:
            self.loading.put(persona.id, loading, portion, at=now)
            heard(size.chunks)
            portion = list(islice(made, PORTION))
            size.chunks += len(portion)
        return self.loading.finish(persona.id, loading, file, self._facts(opened, size), at=now)

    def _facts(self, opened: OpenDocument, size: "_Size") -> DocumentFacts:
        found = opened.facts()
        return DocumentFacts(
            characters=size.characters,
            chunks=size.chunks,
            title=mended(self.masking.of_text(found.title)),
            encoding=found.encoding,
            pages=found.pages,
            left_out=size.left_out,
        )

    def _chunks(self, opened: OpenDocument, size: "_Size") -> Iterator[NewChunk]:
        lines = masked_lines(self._measured(opened.path, opened.lines(), size), masking=self.masking)
        for chunk in chunked(lines, unit=UNITS[opened.format], rules=self.chunks):
            if self.unrecorded.covers_text(chunk.searched):
                size.left_out += 1
            else:
                yield chunk

    def _measured(self, path: str, lines: Iterable[DocumentLine], size: "_Size") -> Iterator[DocumentLine]:
        for line in lines:
            size.characters += len(line.text) + line.ends
            if size.characters > self.rules.characters:
                raise refusal(path, TroubleKind.TOO_LONG, f"{self.rules.characters:,}")
            yield line

    def _fingerprint(self, content: str) -> str:
        """Return what tells that a file need not be read again: its bytes, and how they would be read."""
        how = (READ_AS, self.chunks.characters, self.chunks.overlap, self.masking.is_on, self.unrecorded.patterns)
        return f"{content}-{blake2b(repr(how).encode(), digest_size=4).hexdigest()}"


@dataclass(slots=True)
class _Size:
    """How much of a document was read."""

    characters: int = 0
    chunks: int = 0
    left_out: int = 0
