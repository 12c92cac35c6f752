"""Reading session logs as streams: from where the last reading stopped, one line at a time.

A file may still be growing, may be hundreds of megabytes long, and may hold lines that are not JSON.  What is read is
never more than one line and the turn that is open; a line without its end is left for the next time.
"""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from omoide.domain.hosts.session_log import ReadTurn, TurnEnd
from omoide.domain.hosts.transcript import Conversation, saying_of
from omoide.domain.time.moment import DAY_SECONDS
from omoide.errors import TranscriptUnavailable

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line; a longer one is no talk, it is passed over."""


class ClaudeCodeLogs:
    """Claude Code's session logs."""

    def turns(self, path: Path, *, offset: int = 0, end: TurnEnd | None = None) -> Iterator[ReadTurn]:
        """Yield the turns of a session log from a place on, in order; the last item says where to go on."""
        return turns(path, offset=offset, end=end)


def turns(path: Path, *, offset: int = 0, end: TurnEnd | None = None) -> Iterator[ReadTurn]:
    """Yield the turns of a session log from a place on, in order; the last item says where to go on.

    Without `end` the last turn may still be going on, so it is left for the next reading.
    """
    try:
        with _opened(path) as file:
            size = file.seek(0, 2)
            file.seek(offset if offset <= size else 0)  # a file that shrank was written anew
            yield from _turns(_lines(file), start=file.tell(), end=end)
    except OSError as exc:
        raise TranscriptUnavailable(str(path), exc.strerror or "unreadable") from exc


def _opened(path: Path) -> BinaryIO:
    """Return the file, if it is one: a pipe or a device would have us wait for ever."""
    try:
        # Opening a pipe waits for its other end unless told not to; what was opened is what is looked at.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as exc:  # a path that no file can have
        raise TranscriptUnavailable(str(path), "no file can have such a name") from exc
    if stat.S_ISREG(os.fstat(number).st_mode):
        return os.fdopen(number, "rb")
    os.close(number)
    raise TranscriptUnavailable(str(path), "not a regular file")


def _turns(lines: Iterator[tuple[bytes, int, int]], *, start: int, end: TurnEnd | None) -> Iterator[ReadTurn]:
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
            yield ReadTurn(turn, begins)
        if conversation.is_open and not was_open:
            opened = begins
    if end and conversation.is_open and not were_said and _has_ended(conversation, end):
        if turn_ended := conversation.ended(last_words=end.last_words):
            yield ReadTurn(turn_ended, place)
        else:
            place = opened
    elif conversation.is_open:
        place = opened
    yield ReadTurn(None, place)


def _has_ended(conversation: Conversation, end: TurnEnd) -> bool:
    begun = conversation.open_since or end.at
    if begun > end.at:
        # Put back by days while the turn was under way, a clock says nothing; the words do.
        return begun - end.at > DAY_SECONDS and bool(end.last_words) and conversation.holds(end.last_words)
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
