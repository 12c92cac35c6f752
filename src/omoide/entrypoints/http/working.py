"""Long work that was begun over HTTP: each in a thread of its own, one of a kind at a time for a persona.

Imports and re-embedding are known to the process that does them; whoever follows asks the same server.  Killed in the middle they
are begun again by whoever wants them: nothing is kept twice, and no vector is made twice.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from fastapi import Request, Response

from omoide.entrypoints.http.following import NOTHING, progress_address
from omoide.entrypoints.http.schemas.work import WorkShown, WorkStarted
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.web.problems import Problem, problem_of
from omoide.errors import AlreadyUnderWay, OmoideError, ServerUnavailable

log = logging.getLogger("omoide.web")


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of long work, as far as it is."""

    kind: str
    began: int
    done: int = 0
    total: int | None = None
    refused: int = 0
    erased: int = 0
    ended: int | None = None


Told: TypeAlias = Callable[..., None]
"""Hears how far work is: any field of `Work` by name."""


class WorksUnderWay:
    """The work that was begun here, by kind and persona."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads: dict[tuple[str, int], threading.Thread] = {}
        self._troubles: dict[tuple[str, int], Problem] = {}
        self._works: dict[tuple[str, int], Work] = {}
        self.is_ending = threading.Event()

    def start(self, kind: str, mind: Mind, act: Callable[[Told], None]) -> bool:
        """Begin work beside the caller; tell whether it was: not while the same goes on."""
        which = (kind, int(mind.persona.id))
        with self._lock:
            if self._is_alive(which):
                return False
            self._troubles.pop(which, None)
            self._works[which] = Work(kind, mind.now())
            thread = threading.Thread(target=self._run, args=(which, mind, act), name=f"omoide-{kind}", daemon=True)
            self._threads[which] = thread
            thread.start()
        return True

    def goes_on(self, kind: str, mind: Mind) -> bool:
        """Tell whether such work is under way."""
        return self._is_alive((kind, int(mind.persona.id)))

    def trouble(self, kind: str, mind: Mind) -> Problem | None:
        """Return what went wrong with the last such work."""
        return self._troubles.get((kind, int(mind.persona.id)))

    def last(self, kind: str, mind: Mind) -> Work | None:
        """Return the last such work; `None` when none was begun here."""
        return self._works.get((kind, int(mind.persona.id)))

    def end(self, *, seconds: float) -> None:
        """Have what is under way break off at its next step, at the end of the server, and wait for it so long."""
        self.is_ending.set()
        for thread in list(self._threads.values()):
            thread.join(seconds)

    def _is_alive(self, which: tuple[str, int]) -> bool:
        thread = self._threads.get(which)
        return thread is not None and thread.is_alive()

    def _run(self, which: tuple[str, int], mind: Mind, act: Callable[[Told], None]) -> None:
        def tell(**known: int | None) -> None:
            self._note(which, **known)
            if self.is_ending.is_set():
                raise ServerUnavailable(f"the server ended before the {which[0]} did; begin it again")

        try:
            act(tell)
        except OmoideError as exc:
            self._troubles[which] = problem_of(exc)
        except Exception as exc:  # noqa: BLE001 - the HTTP edge: whoever follows is told that it ended, no log holds what was said
            log.error("%s broke off: %s", which[0], type(exc).__name__)  # noqa: TRY400
            self._troubles[which] = problem_of(exc)
        finally:
            self._note(which, ended=mind.now())

    def _note(self, which: tuple[str, int], **known: int | None) -> None:
        self._works[which] = replace(self._works[which], **known)  # type: ignore[arg-type]


class WorkFollowed:
    """Work of one kind for one persona."""

    def __init__(self, works: WorksUnderWay, kind: str, mind: Mind) -> None:
        self._works = works
        self._kind = kind
        self._mind = mind

    def goes_on(self) -> bool:
        """Tell whether it is under way."""
        return self._works.goes_on(self._kind, self._mind)

    def now(self) -> str:
        """Return how far it is."""
        work = self._works.last(self._kind, self._mind)
        return "" if work is None else shown(work, self._mind).model_dump_json()

    def result(self) -> str | Problem:
        """Return how it ended."""
        return self._works.trouble(self._kind, self._mind) or self.now() or NOTHING


def works_of(request: Request) -> WorksUnderWay:
    """Return the work that was begun at this server."""
    works: WorksUnderWay = request.app.state.works
    return works


def begun(
    request: Request, response: Response, kind: str, mind: Mind, act: Callable[[Told], None], *, subject: str
) -> WorkStarted:
    """Begin work and return where it is followed; raise `AlreadyUnderWay` while the same goes on."""
    if not works_of(request).start(kind, mind, act):
        raise AlreadyUnderWay(kind, mind.persona.name)
    where = progress_address(mind, subject)
    response.headers["Location"] = where
    return WorkStarted(started=True, progress=where)


def shown(work: Work, mind: Mind) -> WorkShown:
    """Return work as a caller sees it."""
    return WorkShown.of(work, tz=mind.persona.tz)
