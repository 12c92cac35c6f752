"""What follows the store by itself: another process' change appears within two seconds.

Asked often is only whether anything was written at all, which costs microseconds.  After that a region reads its own again, beside
the event loop, and is drawn anew only if what it shows is another.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from anyio import to_thread
from nicegui import ui

from omoide.errors import OmoideError

LOOKED_EVERY_SECONDS: Final = 1.0
ReadT = TypeVar("ReadT")
_NOTHING: Final = object()


async def beside(call: Callable[[], ReadT]) -> ReadT:
    """Return what a blocking call returns, made in a thread beside the event loop."""
    return await to_thread.run_sync(call, abandon_on_cancel=True)


class LiveRegion(Generic[ReadT]):
    """A part of a page that shows what a reading returns."""

    def __init__(
        self,
        place: ui.element,
        read: Callable[[], ReadT],
        show: Callable[[ReadT], None],
        *,
        failed: Callable[[str], None],
    ) -> None:
        self._place = place
        self._read = read
        self._show = show
        self._failed = failed
        self._last: Any = _NOTHING

    async def look(self) -> None:
        """Read, and draw what has become of it."""
        try:
            found: Any = await beside(self._read)
        except OmoideError as exc:
            found = exc
            if isinstance(self._last, OmoideError) and str(self._last) == str(exc):
                return
        if self._place.is_deleted or (self._last is not _NOTHING and found == self._last):
            return
        self._last = found
        self._draw(found)

    async def draw_again(self) -> None:
        """Read and draw, whether or not anything has changed: what the page itself holds is another."""
        self._last = _NOTHING
        await self.look()

    def _draw(self, found: Any) -> None:
        self._place.clear()
        with self._place:
            if isinstance(found, OmoideError):
                self._failed(str(found))
            else:
                self._show(found)


class Watch:
    """Looks whether the store has changed, and lets the regions of one page look again."""

    def __init__(self, version: Callable[[], str]) -> None:
        self._version = version
        self._seen = ""
        self._regions: list[LiveRegion[Any]] = []

    async def begin(self) -> None:
        """Remember how the store stands before anything is read."""
        self._seen = await beside(self._version)

    def add(self, region: LiveRegion[Any]) -> None:
        """Let a region follow."""
        self._regions.append(region)

    def start(self) -> None:
        """Look from now on, as long as somebody has the page open."""
        if self._regions:
            ui.timer(LOOKED_EVERY_SECONDS, self._look)

    async def _look(self) -> None:
        try:
            version = await beside(self._version)
        except OmoideError:
            return  # the next look may find it again; the frame says when the server itself is gone
        if version == self._seen:
            return
        self._seen = version
        for region in self._regions:
            await region.look()
