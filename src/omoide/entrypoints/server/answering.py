"""What each hook is answered: memories for a prompt, a look back at the start, a nod for the rest."""

import logging
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from omoide.domain.context.injection import HEADINGS, Block, Line, rendered
from omoide.entrypoints.hooks.events import HookEvent, output, parsed
from omoide.entrypoints.server.pace import Haste, Pace, Place
from omoide.errors import OmoideError

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.library.mind import Mind
    from omoide.entrypoints.server.background import BackgroundWorker

MOST_SESSIONS = 200
MOST_TOLD = 300
MOST_MINDS = 200
"""Projects whose mind is at hand; what is held of minds themselves has a budget of its own."""
log = logging.getLogger("omoide.server")


class Answering:
    """Answers hooks out of one home, as many at once as whoever listens lets in."""

    def __init__(self, omoide: "Omoide", worker: "BackgroundWorker", *, lanes: int = 1) -> None:
        self._omoide = omoide
        self._worker = worker
        deadline_ms = omoide.configuration.settings.server.hook_deadline_ms
        self._pace = Pace(deadline_seconds=deadline_ms / 1000, lanes=lanes)
        self._told: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self._minds: OrderedDict[str, Mind] = OrderedDict()
        self._lock = threading.Lock()
        """Held for moments, over what was told and whose mind it is; never while anything is recalled."""

    def warm_up(self) -> None:
        """Make the first prompt as quick as the others."""
        mind = self._omoide.known_mind_for_project("")
        if mind is None:  # nobody is made before somebody speaks
            from omoide.bootstrap import beliefs, context, hosts, recall  # noqa: F401 - what a prompt needs is loaded now

            self._omoide.embedder.embed(["準備"], role="query")
            return
        mind.host.meet_prompt("準備", all_remembered=False, is_warming_up=True)

    def __call__(self, name: str, given: bytes, place: Place = Place()) -> bytes:  # noqa: B008 - frozen
        """Return what the hook prints; nothing when there is nothing to say, or something is wrong."""
        try:
            with self._worker.hushed():
                return self._answered(name, given, self._pace.haste(place))
        except OmoideError as exc:
            log.warning("%s: %s", name, exc)
        except Exception:  # the edge: a prompt must go on whatever happens here
            log.exception("%s: unexpected", name)
        return b""

    def _answered(self, name: str, given: bytes, haste: Haste) -> bytes:
        match name:
            case "UserPromptSubmit" if haste is Haste.TOO_LATE:
                log.warning("%s: the prompt has gone on without memories; too many came at once", name)
            case "UserPromptSubmit":
                event = parsed(name, given)
                return output(name, "" if self._omoide.leaves_alone(event.cwd) else self._recalled(event, haste))
            case "SessionStart":
                event = parsed(name, given)
                self._worker.nudge()
                return output(name, "" if self._omoide.leaves_alone(event.cwd) else self._looked_back(event))
            case "Stop" | "SessionEnd" | "PreCompact":
                self._worker.take(given)
            case _:
                pass
        return b""

    def _recalled(self, event: HookEvent, haste: Haste) -> str:
        mind, started = self._mind(event.cwd), time.monotonic()
        by_words_alone = haste is Haste.WORDS_ALONE
        met = mind.host.meet_prompt(
            event.prompt,
            session_id=event.session_id,
            place=event.cwd,
            told=self._told_before(event.session_id),
            all_remembered=self._worker.all_remembered,
            by_words_alone=by_words_alone,
        )
        if not by_words_alone:
            self._pace.took(time.monotonic() - started)
        self._note_told(event.session_id, met.keys)
        self._worker.note(event.cwd, met.brought)
        return met.text

    def _looked_back(self, event: HookEvent) -> str:
        mind = self._mind(event.cwd)
        if event.source == "compact":
            with self._lock:
                self._told.pop(event.session_id, None)  # what was told is gone from the conversation
            return self._rendered(mind, "this_session", mind.host.this_session(event.session_id))
        if event.source == "resume":
            return ""
        before = self._rendered(mind, "last_time", mind.host.last_time(place=event.cwd, session_id=event.session_id))
        # Two blocks share the budget; a task told to a newcomer to the project would only distract.
        tasks = self._rendered(mind, "open_tasks", mind.host.open_tasks(), besides=before) if before else ""
        return "\n".join(block for block in (before, tasks) if block)

    def _rendered(self, mind: "Mind", heading: str, lines: tuple[Line, ...], *, besides: str = "") -> str:
        block = Block(HEADINGS[heading][mind.persona.language], lines)
        most = self._omoide.configuration.settings.hooks.most_characters
        return rendered(block, most_characters=most - len(besides) - 1 if besides else most)

    def _mind(self, folder: str) -> "Mind":
        with self._lock:
            mind = self._minds.get(folder)
            if mind is None:
                mind = self._minds[folder] = self._omoide.mind_for_project(folder)
                mind.host.meet_prompt(
                    "準備", all_remembered=True, is_warming_up=True
                )  # what is made when first used is made once
            self._minds.move_to_end(folder)
            while len(self._minds) > MOST_MINDS:
                self._minds.popitem(last=False)
            return mind

    def _told_before(self, session_id: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._told.get(session_id, ()))

    def _note_told(self, session_id: str, keys: tuple[str, ...]) -> None:
        with self._lock:
            told = self._told.setdefault(session_id, OrderedDict())
            told |= dict.fromkeys(keys)
            self._told.move_to_end(session_id)
            while len(told) > MOST_TOLD:
                told.popitem(last=False)
            while len(self._told) > MOST_SESSIONS:
                self._told.popitem(last=False)
