"""A text as it is given: on the line, in a file, by a pipe; letter by letter."""

import sys
from pathlib import Path
from typing import BinaryIO

from omoide.domain.notes.note import LONGEST
from omoide.errors import InvalidInput

MOST_BYTES = LONGEST * 4
"""No note is longer, whatever its letters."""
_MARK = b"\xef\xbb\xbf"
"""Which some editors put before UTF-8; it is no part of the text."""


def given_text(text: str | None, file: str | None) -> str:
    """Return the text that is meant; raise `InvalidInput` when there is none, or when it is no text."""
    if text is not None and file is not None:
        raise InvalidInput("give a text or --file, not both")
    if text is not None and text != "-":
        return text
    if file is None or file == "-":
        is_piped = sys.stdin is not None and not (text is None and file is None and sys.stdin.isatty())
        if not is_piped:
            raise InvalidInput("give a text, --file FILE, or pipe one in; `edit` opens your editor")
        return _decoded(_read(sys.stdin.buffer, "the input"), "the input")
    try:
        with Path(file).expanduser().open("rb") as opened:
            return _decoded(_read(opened, file), file)
    except (OSError, RuntimeError, ValueError) as exc:
        raise InvalidInput(f"{file} cannot be read: {getattr(exc, 'strerror', None) or exc}") from exc


def _read(stream: BinaryIO, name: str) -> bytes:
    data = stream.read(MOST_BYTES + len(_MARK) + 1)
    if not data.removeprefix(_MARK):
        raise InvalidInput(f'{name} is empty; to empty a note, give "" as the text')
    if len(data) > MOST_BYTES + len(_MARK):
        raise InvalidInput(f"{name} is longer than any note may be ({LONGEST:,} characters)")
    return data


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.removeprefix(_MARK).decode("utf-8")
    except UnicodeDecodeError as exc:
        raise InvalidInput(f"{name} is not UTF-8 text; convert it first") from exc
