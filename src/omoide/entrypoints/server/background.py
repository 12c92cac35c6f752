"""BackgroundWorker: what hooks have spooled is taken in, and what waits is worked off, while nobody waits for an answer."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.hosts.spool_record import SpoolRecord, parsed
from omoide.errors import OmoideError, TranscriptUnavailable, Unavailable
from omoide.ports.hosts.spool import Spool

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.library.mind import Mind
    from omoide.usecases.hosts.recall_for_prompt import Brought

HUSH_SECONDS = 1.0
LOOK_SECONDS = 5.0
"""How often the spool is looked at when nobody nudges."""
ENDING = ("Stop", "SessionEnd")
log = logging.getLogger("omoide.server")


class BackgroundWorker:
    """One thread with a home of its own, so that it never holds up an answer."""

    def __init__(self, opened: "Callable[[], Omoide]", spool: Spool) -> None:
        self._opened = opened
        self._spool = spool
        self._given: list[bytes] = []
        self._recalled: deque[tuple[str, Brought, str]] = deque()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._quiet = threading.Event()
        self._quiet.set()
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self._minds: dict[str, Mind] = {}
        self._last_trouble = ""
        self.all_remembered = False
        """Whether no turn waits to become a memory."""
        self._is_worked_off = False
        self.is_idle = False

    @property
    def waiting(self) -> int:
        """Return how many events wait in the spool."""
        return len(self._spool.waiting())

    @property
    def is_settled(self) -> bool:
        """Tell whether nothing waits."""
        done = not self._given and not self._recalled and not self.waiting
        return self.is_idle and self._is_worked_off and done

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def nudge(self) -> None:
        """Say that there may be something to do."""
        self.is_idle = False
        self._wake.set()

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """Have the work wait, at its next step, while somebody waits for an answer."""
        self._quiet.clear()
        try:
            yield
        finally:
            self._quiet.set()

    def _let_prompts_go_first(self) -> None:
        self._quiet.wait(HUSH_SECONDS)

    def take(self, given: bytes) -> None:
        """Take an event that could not be spooled; an empty one only says that the spool has something new."""
        if given:
            self._given.append(given)
        self.nudge()

    def note(self, folder: str, brought: "Brought", session_id: str) -> None:
        """Take what came to mind, to be noted once the prompt has its answer."""
        if brought.memories:
            self._recalled.append((folder, brought, session_id))
            self.nudge()

    def stop(self, *, within_seconds: float) -> bool:
        """End after the portion under way; tell whether that came in time.  What is left waits on the disk.

        What came to mind is on no disk yet, so it is noted now, whatever else is under way.
        """
        self._stopping.set()
        self._wake.set()
        self._thread.join(within_seconds)
        try:
            if self._recalled:
                with self._opened() as omoide:
                    self._note_recalls(omoide.mind_for_project)
        except OmoideError as exc:
            log.warning("worker: %s", exc)
        return not self._thread.is_alive()

    def _run(self) -> None:
        with self._opened() as omoide:
            while not self._stopping.is_set():
                try:
                    self._round(omoide)
                except OmoideError as exc:
                    self._say_once(str(exc))
                except Exception:  # the edge: the worker must live on
                    log.exception("worker: unexpected")
                self.is_idle = not self._wake.is_set()
                self._wake.wait(LOOK_SECONDS)
                self._wake.clear()

    def _say_once(self, trouble: str) -> None:
        if trouble != self._last_trouble:
            log.warning("worker: %s; it is tried again", trouble)
        self._last_trouble = trouble

    def _round(self, omoide: "Omoide") -> None:
        self._note_recalls(lambda folder: self._mind(omoide, folder))
        while self._given:
            self._taken_in(omoide, parsed(self._given.pop(0)))
        for path, record in self._spool.records():
            if self._stopping.is_set():
                return
            self._taken_in(omoide, record)
            self._spool.done(path)
        self._work_off(omoide)

    def _note_recalls(self, mind_of: "Callable[[str], Mind]") -> None:
        while True:
            try:
                folder, brought, session_id = noted = self._recalled.popleft()
            except IndexError:  # none is left, or whoever ends the server was quicker
                return
            try:
                mind_of(folder).host.came_to_mind(brought, session_id=session_id)
            except Unavailable:
                self._recalled.appendleft(noted)  # the store may be held by somebody else; it is tried again
                raise

    def _taken_in(self, omoide: "Omoide", record: SpoolRecord) -> None:
        if omoide.leaves_alone(record.cwd) or not record.transcript_path:
            return
        mind = self._mind(omoide, record.cwd)
        end = None
        if record.event in ENDING:
            end = TurnEnd(record.at, record.last_words, lambda: was_said(mind, record))
        try:
            if mind.host.take_in_log(Path(record.transcript_path).expanduser(), end=end):
                self.all_remembered = self._is_worked_off = False
        except TranscriptUnavailable as exc:
            log.warning("%s", exc)

    def _work_off(self, omoide: "Omoide") -> None:
        self._is_worked_off = omoide.work_off(
            should_stop=lambda: self._stopping.is_set() or self._wake.is_set(),
            between=lambda: self._between_steps(omoide),
            rested=lambda persona: log.info("a night has passed for %s", persona.name),
        )
        self.all_remembered = self._is_worked_off and omoide.is_automatic

    def _between_steps(self, omoide: "Omoide") -> None:
        """Note, during work that may be long, what came to mind meanwhile: a server can be killed at any time."""
        self._let_prompts_go_first()
        self._note_recalls(lambda folder: self._mind(omoide, folder))

    def _mind(self, omoide: "Omoide", folder: str) -> "Mind":
        mind = self._minds.get(folder)
        if mind is None:
            mind = self._minds[folder] = omoide.mind_for_project(folder)
        return mind


def was_said(mind: "Mind", record: SpoolRecord) -> bool:
    """Tell whether a turn of the session was kept already that holds these last words."""
    words = next((line for line in record.last_words.splitlines() if line.strip()), "")
    return bool(words and mind.log(session_id=record.session_id, contains=words, limit=1))
