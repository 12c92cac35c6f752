"""Plain text and Markdown, in whatever encoding; never more than a line, or a part of one, is held."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from omoide.adapters.knowledge.reading import FileReading
from omoide.domain.knowledge import encoding
from omoide.domain.knowledge.lines import LONGEST_LINE, DocumentLine, of_markdown
from omoide.domain.knowledge.report import TroubleKind
from omoide.domain.text.mending import MARK

MOST_MARKS = 1_000
MARKS_SHARE = 0.05
"""Of characters that could not be read: when there are more of them, it was no text after all."""


def plain_lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the lines of a text."""
    with decoded(reading) as stream:
        yield from _numbered(reading, stream)


def markdown_lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the lines of Markdown below their headings; the first heading is its title."""
    with decoded(reading) as stream:
        for line in of_markdown(_numbered(reading, stream)):
            if line.is_heading and not reading.title:
                reading.title = line.text[:200]
            yield line


@contextmanager
def decoded(reading: FileReading, *, may_declare: bool = False, newline: str | None = None) -> Iterator[TextIO]:
    """Give the file as text, from its beginning."""
    with again(reading) as file:
        sample = file.read(encoding.SAMPLE)
        file.seek(0)
        name = (encoding.declared_in(sample) if may_declare else None) or encoding.encoding_of(sample)
        if name is None:
            raise reading.refused(TroubleKind.NOT_TEXT)
        reading.encoding = name.removesuffix("-sig")
        with io.TextIOWrapper(file, encoding=name, errors="replace", newline=newline) as stream:
            yield stream


def again(reading: FileReading) -> BinaryIO:
    """Return the file as a stream of its own, from its beginning: closing it closes nothing else."""
    file = os.fdopen(os.dup(reading.file.fileno()), "rb")
    file.seek(0)
    return file


def _numbered(reading: FileReading, stream: TextIO) -> Iterator[DocumentLine]:
    number, marks, read = 1, 0, 0
    while part := stream.readline(LONGEST_LINE):
        marks, read = marks + part.count(MARK), read + len(part)
        if marks > MOST_MARKS and marks > MARKS_SHARE * read:
            raise reading.refused(TroubleKind.NOT_TEXT)
        ends = part.endswith("\n")
        yield DocumentLine(part.removesuffix("\n"), number, ends=ends)
        number += ends
