"""The files that documents are read from."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.knowledge.document import DocumentFormat, DocumentRules
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.knowledge.report import FileTrouble


@dataclass(frozen=True, slots=True)
class Listing:
    """The documents below a folder."""

    paths: tuple[str, ...]
    troubles: tuple[FileTrouble, ...] = ()
    ignored: int = 0


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """What the file itself says, known once its lines were read."""

    title: str = ""
    encoding: str = ""
    pages: int | None = None


class OpenDocument(Protocol):
    """One file while it is read."""

    @property
    def path(self) -> str:
        """Return where it is: absolute, without links."""
        ...

    @property
    def format(self) -> DocumentFormat:
        """Return how it is read."""
        ...

    @property
    def size(self) -> int:
        """Return its bytes."""
        ...

    @property
    def hash(self) -> str:
        """Return the hash of its bytes."""
        ...

    def lines(self) -> Iterator[DocumentLine]:
        """Yield what it says, never holding the whole of it; raise `DocumentRefused` when that cannot be had."""
        ...

    def facts(self) -> ReadFacts:
        """Return what was found beside its lines; raise `DocumentRefused` when the file was changed meanwhile."""
        ...


class DocumentFiles(Protocol):
    """Finds and reads files; runs, follows and renders nothing in them."""

    def named(self, path: str) -> str:
        """Return the whole path that is meant, links followed; it need not be there."""
        ...

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder; raise `DocumentRefused` when there is nothing at all."""
        ...

    def is_gone(self, path: str) -> bool:
        """Tell whether there is no such file any more; one that only cannot be reached now is not gone."""
        ...

    def below(self, folder: str, *, rules: DocumentRules) -> Listing:
        """Return the documents in a folder and all below it; links and special files are told, never followed."""
        ...

    def open(self, path: str, *, rules: DocumentRules) -> AbstractContextManager[OpenDocument]:
        """Open a file that is small enough; raise `DocumentRefused` when it is not, or is no readable file."""
        ...

    def alone(self) -> AbstractContextManager[None]:
        """Give the right to change what is known, to one at a time in any process; raise `StoreBusy` after a long wait."""
        ...
