"""Reading a file of a database that this very process has open.

POSIX takes every lock of a process on a file away as soon as the process closes any descriptor of it, also one that SQLite knows nothing
of.  Without its locks another process takes itself for the last one when it closes, and takes the write-ahead log away under us: from then
on the two no longer see each other, and what we write is lost.  So such a file is opened once and never closed.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_kept: dict[tuple[int, int], BinaryIO] = {}
_never_closed: list[BinaryIO] = []
_one_reads = threading.Lock()


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Give the file, from its beginning; raise `OSError` when it cannot be read."""
    if os.name != "posix":
        with path.open("rb") as its_own:
            yield its_own
        return
    with _one_reads:
        file = _of(path)
        file.seek(0)
        yield file


def _of(path: Path) -> BinaryIO:
    # While a descriptor is open, no other file gets its number.
    here = path.stat()
    known = _kept.get((here.st_dev, here.st_ino))
    if known is not None:
        return known
    file = path.open("rb")
    _never_closed.append(file)
    held = os.fstat(file.fileno())
    return _kept.setdefault((held.st_dev, held.st_ino), file)
