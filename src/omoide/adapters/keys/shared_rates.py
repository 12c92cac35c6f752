"""How much each key has left, in a small file for each: all servers of a home on one machine count together.

A lock, sixteen bytes read and written: some microseconds, next to nothing beside a request.  Nothing is forced to the disk, for
after a failure of the power nobody minds that a key begins afresh.  Where files cannot be locked or written, each process counts for
itself.
"""

import os
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from omoide.adapters.upkeep.private_files import FILE, make_folder
from omoide.domain.keys import rate
from omoide.domain.keys.rate import Bucket

try:
    import fcntl
except ImportError:  # where there is none, each process counts for itself
    fcntl = None  # type: ignore[assignment]

FOLDER: Final = "rates"
_BUCKET: Final = struct.Struct("<dd")


class SharedRates:
    """Counts requests by key, together with the other processes of the home."""

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder / FOLDER
        self._clock = clock
        """Of the machine since it was started: the same in every process."""
        self._lock = threading.Lock()
        self._files: dict[str, int] = {}
        self._own: dict[str, Bucket] = {}
        """Where no file can be had."""

    def wait_seconds(self, key_id: str, *, per_minute: int) -> float:
        """Count a request of a key; return how long it must wait: 0 when it may go on."""
        with self._lock:
            try:
                return self._together(key_id, per_minute)
            except OSError:
                before = self._own.get(key_id)
                self._own[key_id], seconds = self._taken(before, per_minute)
                return seconds

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            for file in self._files.values():
                os.close(file)
            self._files.clear()

    def _together(self, key_id: str, per_minute: int) -> float:
        if fcntl is None:
            raise OSError(key_id)
        file = self._file(key_id)
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            held = os.pread(file, _BUCKET.size, 0)
            before = Bucket(*_BUCKET.unpack(held)) if len(held) == _BUCKET.size else None
            after, seconds = self._taken(before, per_minute)
            os.pwrite(file, _BUCKET.pack(after.left, after.at), 0)
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
        return seconds

    def _taken(self, before: Bucket | None, per_minute: int) -> tuple[Bucket, float]:
        now = self._clock()
        if (
            before is None or not 0 <= before.at <= now or not before.left >= 0
        ):  # new, or of before the machine was started
            before = rate.full(per_minute, now=now)
        return rate.taken(before, per_minute=per_minute, now=now)

    def _file(self, key_id: str) -> int:
        if key_id not in self._files:
            make_folder(self._folder)
            self._files[key_id] = os.open(self._folder / key_id, os.O_RDWR | os.O_CREAT, FILE)
        return self._files[key_id]
