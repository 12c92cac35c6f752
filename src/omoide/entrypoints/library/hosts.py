"""A mind as the host of conversations uses it: it hears turns, meets prompts, works while nobody waits, and forgets.

mind.host.capture(turns)        mind.host.bring_to_mind("猫の名前は？", session_id="s2")
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from omoide.bootstrap import Home
from omoide.domain.context.injection import Line
from omoide.domain.erasing.receipt import ErasureReport
from omoide.domain.erasing.scope import ErasureScope
from omoide.domain.events.event import Event
from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.entrypoints.library.erasing import erased
from omoide.usecases.context.meet_prompt import MetPrompt
from omoide.usecases.hosts.recall_for_prompt import Brought
from omoide.usecases.hosts.take_in_log import TakenIn


class MindForHosts:
    """One persona's memory, as a host of conversations sees it."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._persona = persona

    def capture(self, turns: Sequence[TranscriptTurn], *, source: str = "hook") -> list[Event]:
        """Keep turns of a host's session log, each once, secrets masked; return those that are new."""
        captured = self._home.hosts.capture(self._persona)(self._persona.id, turns, source=source)
        self._home.work.nudge(self._persona)
        return captured.events

    def bring_to_mind(
        self,
        prompt: str,
        *,
        session_id: str = "",
        place: str = "",
        shown: Collection[MemoryId] = (),
        all_remembered: bool = False,
        by_words_alone: bool = False,
    ) -> Brought:
        """Return what a prompt calls up, ready to be shown to a model; `came_to_mind` notes it, when there is time.

        `by_words_alone` is the quick way, for when many wait.
        """
        verb = self._home.hosts.recall_for_prompt(self._persona)
        return verb(
            self._persona,
            prompt,
            session_id=session_id,
            place=place,
            shown=shown,
            all_remembered=all_remembered,
            by_words_alone=by_words_alone,
        )

    def meet_prompt(
        self,
        prompt: str,
        *,
        session_id: str = "",
        place: str = "",
        told: Collection[str] = (),
        all_remembered: bool = False,
        by_words_alone: bool = False,
        is_warming_up: bool = False,
    ) -> MetPrompt:
        """Return the block that a prompt is met with: what comes to mind, and what else touches it.

        `told` are the keys of what this session was told before; `came_to_mind` notes the memories, when there is time.
        One that is only there to make the next one quick (`is_warming_up`) leaves no receipt.
        """
        meet = self._home.context.meet_prompt(self._persona)
        most = self._home.foundation.settings(self._persona.id).hooks.most_characters
        with self._home.answering():
            return (replace(meet, keep=None) if is_warming_up else meet)(
                self._persona,
                prompt,
                session_id=session_id,
                place=place,
                told=told,
                all_remembered=all_remembered,
                by_words_alone=by_words_alone,
                most_characters=most,
            )

    def came_to_mind(self, *brought: Brought) -> None:
        """Note what came to mind, for the coming night to strengthen."""
        self._home.hosts.recall_for_prompt(self._persona).came_to_mind(self._persona, *brought)

    def last_time(self, *, place: str, session_id: str = "") -> tuple[Line, ...]:
        """Return the last turns of the last session in a project."""
        verb = self._home.hosts.look_back(self._persona)
        return verb.last_time(self._persona, place=place, session_id=session_id)

    def open_tasks(self) -> tuple[Line, ...]:
        """Return what is still to be done."""
        return self._home.hosts.look_back(self._persona).open_tasks(self._persona)

    def this_session(self, session_id: str) -> tuple[Line, ...]:
        """Return the last turns of a session."""
        return self._home.hosts.look_back(self._persona).this_session(self._persona, session_id=session_id)

    def import_later(self, path: Path) -> None:
        """Hand in a session log, or a folder of them; they are read beside the talk (`mind.jobs`)."""
        self._home.hosts.import_orders.put(self._persona.id, path.absolute())
        self._home.work.nudge(self._persona)

    def take_in_log(
        self,
        path: Path,
        *,
        end: TurnEnd | None,
        source: str = "hook",
        progress: Callable[[int], None] | None = None,
    ) -> TakenIn:
        """Keep the new turns of a session log, and how far it was read; return how many were new."""
        verb = self._home.hosts.take_in_log(self._persona)
        taken = verb(self._persona.id, path, end=end, source=source, progress=progress)
        self._home.work.nudge(self._persona)
        return taken

    def erase_session(self, session_id: str) -> ErasureReport:
        """Erase a session with everything made of it, and look for what is left."""
        return erased(self._home, self._persona, ErasureScope(session_id=session_id))
