"""BackgroundWorker: what hooks have spooled is taken in, and what waits is worked off, while nobody waits for an answer."""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from omoide.bootstrap.background import courtesy
from omoide.bootstrap.host_files import host_path
from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.hosts.spool_record import SpoolRecord, parsed
from omoide.entrypoints.server.arenas import give_back_what_is_free
from omoide.errors import OmoideError, TranscriptUnavailable, Unavailable
from omoide.ports.hosts.spool import Spool
from omoide.usecases.hosts.take_in_log import TakenIn

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.library.mind import Mind
    from omoide.usecases.hosts.recall_for_prompt import Brought

NOTED_AT_ONCE = 100
"""Prompts whose memories are noted together: prompts that never cease must not keep the work from going on."""
LOOK_SECONDS = 5.0
"""How often the spool is looked at when nobody nudges."""
MOST_MINDS = 200
"""Projects whose mind is at hand."""
ENDING = ("Stop", "SessionEnd")
LONGEST_WORDS = 1_000
"""Characters of the last words by which a turn is looked for; no database looks for a whole page."""
log = logging.getLogger("omoide.server")


class BackgroundWorker:
    """One thread with a home of its own, so that it never holds up an answer."""

    def __init__(self, opened: "Callable[[], Omoide]", spool: Spool) -> None:
        self._opened = opened
        self._spool = spool
        self._given: deque[bytes] = deque()
        self._recalled: deque[tuple[str, Brought]] = deque()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._courtesy = courtesy()
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
        self._minds: OrderedDict[str, Mind] = OrderedDict()
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
    def set_aside(self) -> int:
        """Return how many events could not be taken in."""
        return len(self._spool.aside())

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
        with self._courtesy.first():
            yield

    def take(self, given: bytes) -> None:
        """Take an event that could not be spooled; an empty one only says that the spool has something new."""
        if given:
            self._given.append(given)
        self.nudge()

    def note(self, folder: str, brought: "Brought") -> None:
        """Take what came to mind, to be noted once the prompt has its answer."""
        if brought.memories:
            self._recalled.append((folder, brought))
            self.nudge()

    def stop(self, *, within_seconds: float) -> bool:
        """End after the portion under way; tell whether that came in time.  What is left waits on the disk.

        What came to mind and events that came over the socket are on no disk yet: they are noted now, whatever else is
        under way.
        """
        self._stopping.set()
        self._wake.set()
        self._thread.join(within_seconds)
        try:
            if self._recalled:
                with self._opened() as omoide:
                    for _ in range(0, len(self._recalled), NOTED_AT_ONCE):
                        self._note_recalls(omoide.mind_for_project)
        except OmoideError as exc:
            log.warning("worker: %s", exc)
        for given in list(self._given):
            if self._spool.put(given) is None:
                log.warning("worker: an event could neither be taken in nor put on the disk")
        return not self._thread.is_alive()

    def _run(self) -> None:
        is_fresh = False
        with self._opened() as omoide:
            while not self._stopping.is_set():
                try:
                    self.go_round(omoide)
                except OmoideError as exc:
                    self._say_once(str(exc))
                except Exception:  # the edge: the worker must live on
                    log.exception("worker: unexpected")
                self.is_idle = not self._wake.is_set()
                if not self.is_settled:
                    is_fresh = False
                elif not is_fresh:
                    is_fresh = True
                    give_back_what_is_free()
                self._wake.wait(LOOK_SECONDS)
                self._wake.clear()

    def _say_once(self, trouble: str) -> None:
        if trouble != self._last_trouble:
            log.warning("worker: %s; it is tried again", trouble)
        self._last_trouble = trouble

    def go_round(self, omoide: "Omoide") -> None:
        """Do each kind of work that waits; what is in the way of one kind is not in the way of the others."""
        trouble: OmoideError | None = None
        for step in (self._note_what_came, self._take_given, self._take_spooled, self._work_off):
            if self._stopping.is_set():
                return
            self._courtesy.give_way()
            try:
                step(omoide)
            except OmoideError as exc:
                trouble = trouble or exc
            except Exception:  # the edge: the worker must live on
                log.exception("worker: unexpected")
        if trouble is not None:
            raise trouble

    def _note_what_came(self, omoide: "Omoide") -> None:
        """Note what came to mind meanwhile, also between the steps of long work: a server can be killed at any time."""
        if not self._stopping.is_set():
            self._courtesy.give_way()
        self._note_recalls(lambda folder: self._mind(omoide, folder))

    def _take_given(self, omoide: "Omoide") -> None:
        """Take in what came over the socket; what must wait does so on the disk, or where that is full, here."""
        trouble: Unavailable | None = None
        for _ in range(len(self._given)):
            given = self._given[0]
            try:
                why = self._trouble_with(omoide, given)
                if why and (path := self._spool.put(given)) is not None:
                    self._spool.set_aside(path, why)
            except Unavailable as exc:
                trouble = trouble or exc
                if self._spool.put(given) is None:
                    self._given.append(given)
            self._given.popleft()
        if trouble is not None:
            raise trouble

    def _take_spooled(self, omoide: "Omoide") -> None:
        """Take in what waits on the disk, each record for itself: none stands in the way of those behind it."""
        trouble: Unavailable | None = None
        for path, record in self._spool.records():
            if self._stopping.is_set():
                return
            try:
                why = self._trouble_with(omoide, record)
            except Unavailable as exc:  # the record stays, and is tried again
                trouble = trouble or exc
                continue
            if why:
                self._spool.set_aside(path, why)
            else:
                self._spool.done(path)
        if trouble is not None:
            raise trouble

    def _note_recalls(self, mind_of: "Callable[[str], Mind]") -> None:
        """Note of what has come to mind as much as is noted at once, each mind's together."""
        waiting: dict[str, list[Brought]] = {}
        with suppress(IndexError):  # none is left, or whoever ends the server was quicker
            for _ in range(min(NOTED_AT_ONCE, len(self._recalled))):
                folder, brought = self._recalled.popleft()
                waiting.setdefault(folder, []).append(brought)
        while waiting:
            folder, these = waiting.popitem()
            try:
                mind_of(folder).host.came_to_mind(*these)
            except Unavailable:  # the store may be held by somebody else; it is tried again
                waiting[folder] = these
                self._recalled.extendleft((where, each) for where, many in waiting.items() for each in reversed(many))
                raise
            except Exception:  # the edge: what one mind makes of it must not cost the notes of the others
                log.exception("worker: what came to mind could not be noted")

    def _trouble_with(self, omoide: "Omoide", told: bytes | SpoolRecord) -> str:
        """Take a record in; return in one word why it must be set aside, nothing when all is well.

        Raise `Unavailable` when nothing is wrong with the record, and it is to be tried again.
        """
        try:
            record = parsed(told) if isinstance(told, bytes) else told
        except ValueError:
            return "no_record"
        try:
            return "turns" if self._taken_in(omoide, record).refused else ""
        except TranscriptUnavailable as exc:
            log.warning("%s", exc)
            # A session in which nothing was said has no log; there is nothing to be kept for.
            return "" if isinstance(exc.__cause__, FileNotFoundError) and not record.last_words else "transcript"
        except Unavailable:
            self._minds.pop(record.cwd, None)
            raise
        except Exception as exc:  # the edge: whatever a record does, those behind it go on
            log.exception("worker: a record is set aside")
            return type(exc).__name__

    def _taken_in(self, omoide: "Omoide", record: SpoolRecord) -> TakenIn:
        if omoide.leaves_alone(record.cwd) or not record.transcript_path:
            return TakenIn()
        mind = self._mind(omoide, record.cwd)
        end = None
        if record.event in ENDING:
            end = TurnEnd(record.at, record.last_words, lambda: was_said(mind, record))
        taken = mind.host.take_in_log(host_path(record.transcript_path), end=end)
        if taken.new:
            self.all_remembered = self._is_worked_off = False
        return taken

    def _work_off(self, omoide: "Omoide") -> None:
        self._is_worked_off = omoide.jobs.work_off(
            should_stop=lambda: self._stopping.is_set() or self._wake.is_set(),
            between=lambda: self._note_what_came(omoide),
            rested=lambda persona: log.info("a night has passed for %s", persona.name),
        )
        self.all_remembered = self._is_worked_off and omoide.is_automatic

    def _mind(self, omoide: "Omoide", folder: str) -> "Mind":
        mind = self._minds.get(folder)
        if mind is None:
            mind = self._minds[folder] = omoide.mind_for_project(folder)
        self._minds.move_to_end(folder)
        while len(self._minds) > MOST_MINDS:
            self._minds.popitem(last=False)
        return mind


def was_said(mind: "Mind", record: SpoolRecord) -> bool:
    """Tell whether a turn of the session was kept already that holds these last words."""
    words = next((line for line in record.last_words.splitlines() if line.strip()), "")[:LONGEST_WORDS]
    return bool(words and mind.log(session_id=record.session_id, contains=words, limit=1))
