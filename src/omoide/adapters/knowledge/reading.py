"""One file while it is read: what was found out beside its lines, and how it is refused."""

from dataclasses import dataclass
from typing import BinaryIO

from omoide.domain.knowledge.document import DocumentRules
from omoide.domain.knowledge.report import TroubleKind, refusal
from omoide.errors import DocumentRefused


@dataclass(slots=True)
class FileReading:
    """A file that is open, where its reader leaves what it learns."""

    path: str
    file: BinaryIO
    size: int
    rules: DocumentRules
    title: str = ""
    encoding: str = ""
    pages: int | None = None

    def refused(self, kind: TroubleKind, detail: str = "") -> DocumentRefused:
        """Return the error that refuses the file."""
        return refusal(self.path, kind, detail)
