"""A file that is written while it is sent: a thread writes it, the answer takes it piece by piece, and nothing lies on the disk.

Whoever stops listening, or takes nothing for a while, ends the writing.  An error before the first piece is answered as any error is; one
in the middle breaks the connection off, so that nobody takes half a file for a whole one.
"""

import queue
import threading
from collections.abc import AsyncIterator, Callable
from typing import IO, Final, cast

from anyio import to_thread
from starlette.responses import StreamingResponse

from omoide.errors import OmoideError, ServerUnavailable

PIECE_BYTES: Final = 64 << 10
WAITING: Final = 16
"""Pieces that wait to be taken."""
STALLED_SECONDS: Final = 60.0
"""How long nobody may take anything before the writing is given up."""
LOOKED_SECONDS: Final = 0.5
Write = Callable[[IO[bytes]], object]


class Pipe:
    """Takes bytes from who writes, and gives them to who sends."""

    def __init__(self, *, stalled_seconds: float = STALLED_SECONDS) -> None:
        self._pieces: queue.Queue[bytes | BaseException | None] = queue.Queue(WAITING)
        self._stalled_seconds = stalled_seconds
        self._gathered = bytearray()
        self.is_left = threading.Event()

    def write(self, data: bytes) -> int:
        """Take bytes; raise `ServerUnavailable` when nobody wants them any more."""
        self._gathered += data
        if len(self._gathered) >= PIECE_BYTES:
            self.flush()
        return len(data)

    def flush(self) -> None:
        """Hand on what was gathered."""
        if self._gathered:
            self._put(bytes(self._gathered))
            self._gathered.clear()

    def run(self, write: Write) -> None:
        """Have everything written, and say how it ended."""
        last: BaseException | None = None
        try:
            write(cast("IO[bytes]", self))
            self.flush()
        except Exception as exc:  # noqa: BLE001 - the HTTP edge: it is told to whoever listens
            last = exc
        if not self.is_left.is_set():
            self._put(last)

    def take(self) -> bytes | None:
        """Return the next piece; `None` at the end; raise what went wrong."""
        while True:
            try:
                found = self._pieces.get(timeout=LOOKED_SECONDS)
            except queue.Empty:
                if self.is_left.is_set():
                    return None
                continue
            if isinstance(found, BaseException):
                raise found
            return found

    def _put(self, piece: bytes | BaseException | None) -> None:
        waited = 0.0
        while not self.is_left.is_set() and waited < self._stalled_seconds:
            try:
                self._pieces.put(piece, timeout=LOOKED_SECONDS)
            except queue.Full:
                waited += LOOKED_SECONDS
            else:
                return
        self.is_left.set()
        raise ServerUnavailable("nobody takes the file any more; ask for it again")


async def answer(write: Write, *, media_type: str, name: str) -> StreamingResponse:
    """Return an answer that is a file of this name, as it is written; raise what goes wrong before its first piece."""
    pipe = Pipe()
    threading.Thread(target=_run, args=(pipe, write), name="omoide-export", daemon=True).start()
    try:
        first = await to_thread.run_sync(pipe.take)
    except BaseException:
        pipe.is_left.set()
        raise
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(_pieces(pipe, first), media_type=media_type, headers=headers)


def _run(pipe: Pipe, write: Write) -> None:
    try:
        pipe.run(write)
    except OmoideError:
        return  # nobody listens


async def _pieces(pipe: Pipe, first: bytes | None) -> AsyncIterator[bytes]:
    piece = first
    try:
        while piece is not None:
            yield piece
            piece = await to_thread.run_sync(pipe.take)
    finally:
        pipe.is_left.set()
