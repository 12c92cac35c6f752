"""The wire, made when the first question is asked: nobody without a model waits for a library or needs it."""

import threading
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from omoide.adapters.thinkers.model.keys import Secret
from omoide.adapters.thinkers.model.loop import EventLoop
from omoide.adapters.thinkers.model.wire import Request, Response, TalkRequest, TalkWire
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.domain.models.spending import Usage
from omoide.errors import ThinkerUnavailable

if TYPE_CHECKING:
    from omoide.adapters.thinkers.model.library_batch import LibraryBatch

HOW_TO_INSTALL = "pip install 'omoide[models]'"


_PACKAGES = {
    Provider.OPENAI: "openai",
    Provider.OLLAMA: "openai",
    Provider.OPENROUTER: "openai",
    Provider.ANTHROPIC: "anthropic",
    Provider.GEMINI: "google.genai",
}


def missing_package(role: ModelRole) -> str:
    """Return the package that is missing to speak to the role's model; nothing when all are there.

    Nothing is imported for it: that would take seconds.
    """
    return next((name for name in ("pydantic_ai", _PACKAGES[role.provider]) if not _is_installed(name)), "")


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


class LazyWire:
    """A wire that connects itself at its first request."""

    def __init__(self, role: ModelRole, *, key: Callable[[], Secret], loop: EventLoop) -> None:
        """Remember how to connect; `key` may raise when there is none."""
        self._role = role
        self._key = key
        self._loop = loop
        self._lock = threading.Lock()
        self._wire: TalkWire | None = None

    def send(self, request: Request) -> Response:
        """Return the response; raise `CallFailed`, or `ThinkerUnavailable` when there is no way to connect."""
        return self.connected().send(request)

    def stream(self, request: TalkRequest, heard: Callable[[str], None]) -> Usage:
        """Let an answer be heard as it comes; raise `CallFailed`, or `ThinkerUnavailable` when there is no way to connect."""
        return self.connected().stream(request, heard)

    def connected(self) -> TalkWire:
        """Return the wire itself, connecting it if need be."""
        with self._lock:
            if self._wire is None:
                self._wire = connected(self._role, key=self._key(), loop=self._loop)
            return self._wire

    def close(self) -> None:
        """Let go of connections; a later request makes new ones."""
        with self._lock:
            close = getattr(self._wire, "close", None)
            if close is not None:
                close()
            self._wire = None


def batches_of(role: ModelRole, *, key: Secret, loop: EventLoop) -> "LibraryBatch":
    """Return the batch interface of the role's model; raise `ThinkerUnavailable` when the library is not installed."""
    try:
        from omoide.adapters.thinkers.model.library_batch import LibraryBatch

        return LibraryBatch(role, key=key, loop=loop)
    except ImportError as exc:
        raise _not_installed(role, exc) from exc


def connected(role: ModelRole, *, key: Secret, loop: EventLoop) -> TalkWire:
    """Return a wire to the role's model; raise `ThinkerUnavailable` when the library is not installed."""
    try:
        from omoide.adapters.thinkers.model.library import LibraryWire

        return LibraryWire(role, key=key, loop=loop)
    except ImportError as exc:
        raise _not_installed(role, exc) from exc


def _not_installed(role: ModelRole, exc: ImportError) -> ThinkerUnavailable:
    return ThinkerUnavailable(
        f"{role.label} is set, but the library that speaks to it is missing ({exc.name}); install it with {HOW_TO_INSTALL}"
    )
