"""Reading session logs as streams: from where the last reading stopped, one line at a time.

A file may still be growing, may be hundreds of megabytes long, and may hold lines that are not JSON.  What is read is
never more than one line and the turn that is open; a line without its end is left for the next time.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from omoide.domain.hosts.transcript import Conversation, TranscriptTurn, saying_of
from omoide.domain.time.moment import Moment
from omoide.errors import TranscriptUnavailable

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line; a longer one is no talk, it is passed over."""


@dataclass(frozen=True, slots=True)
class Read:
    """A turn, or the end of the reading, and where to go on from here."""

    turn: TranscriptTurn | None
    offset: int
    """Bytes into the file; what lies before it is never needed again."""


@dataclass(frozen=True, slots=True)
class End:
    """What is known about the end of a session's turn that the log may not show yet."""

    at: Moment
    """Turns that began up to this moment have ended."""
    last_words: str = ""
    was_said_before: Callable[[], bool] = lambda: False
    """Tells whether an earlier turn that was kept already ends with these words: then they do not end this one."""


def turns(path: Path, *, offset: int = 0, end: End | None = None) -> Iterator[Read]:
    """Yield the turns of a session log from a place on, in order; the last item says where to go on.

    Without `end` the last turn may still be going on, so it is left for the next reading.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(offset if offset <= size else 0)  # a file that shrank was written anew
            yield from _turns(_lines(file), start=file.tell(), end=end)
    except OSError as exc:
        raise TranscriptUnavailable(str(path), exc.strerror or "unreadable") from exc


def _turns(lines: Iterator[tuple[bytes, int, int]], *, start: int, end: End | None) -> Iterator[Read]:
    conversation = Conversation()
    opened = place = start
    words = end.last_words.strip() if end else ""
    were_said = False
    for line, begins, ends in lines:
        place = ends
        entry = _entry(line)
        if entry is None:
            continue
        was_open = conversation.is_open
        for turn in conversation.feed(saying_of(entry)):
            were_said = were_said or (bool(words) and words in turn.assistant)
            was_open = False
            yield Read(turn, begins)
        if conversation.is_open and not was_open:
            opened = begins
    if end and conversation.is_open and not were_said and _has_ended(conversation, end):
        if turn_ended := conversation.ended(last_words=end.last_words):
            yield Read(turn_ended, place)
        else:
            place = opened
    elif conversation.is_open:
        place = opened
    yield Read(None, place)


def _has_ended(conversation: Conversation, end: End) -> bool:
    if (conversation.open_since or end.at) > end.at:
        return False
    # A hook that is heard late may speak of an earlier turn than the one that is open now.
    is_late = end.last_words and conversation.is_answered and not conversation.holds(end.last_words)
    return not (is_late and end.was_said_before())


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """Yield each whole line with where it begins and ends."""
    begins = file.tell()
    while line := file.readline(LONGEST_LINE):
        if not line.endswith(b"\n"):
            if len(line) < LONGEST_LINE:
                if _entry(line) is not None:
                    yield line, begins, file.tell()
                return
            while (more := file.readline(LONGEST_LINE)) and not more.endswith(b"\n"):
                pass
            line = b""
        ends = file.tell()
        yield line, begins, ends
        begins = ends


def _entry(line: bytes) -> dict[str, object] | None:
    # Half of a log is progress: looking for the words before parsing saves most of the time.
    if b'"user"' not in line and b'"assistant"' not in line:
        return None
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None
