"""A mind as the host of conversations uses it: it hears turns, meets prompts, works while nobody waits, and forgets.

mind.host.capture(turns)        mind.host.bring_to_mind("猫の名前は？", session_id="s2")
"""

from collections.abc import Collection, Sequence

from omoide.bootstrap import Wiring
from omoide.domain.context.injection import Line
from omoide.domain.events.event import Event
from omoide.domain.hosts.transcript import SpokenTurn
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.usecases.events.erase import ErasureReport
from omoide.usecases.hosts.recall_for_prompt import Brought
from omoide.usecases.understanding.while_away import WhileAway


class MindForHosts:
    """One persona's memory, as a host of conversations sees it."""

    def __init__(self, wiring: Wiring, persona: Persona) -> None:
        self._wiring = wiring
        self._persona = persona

    def capture(self, turns: Sequence[SpokenTurn], *, source: str = "hook") -> list[Event]:
        """Keep turns of a host's session log, each once, secrets masked; return those that are new."""
        kept = self._wiring.hosts.capture(self._persona)(self._persona.id, turns, source=source)
        self._wiring.work.nudge(self._persona)
        return kept

    def bring_to_mind(
        self,
        prompt: str,
        *,
        session_id: str = "",
        place: str = "",
        shown: Collection[MemoryId] = (),
        all_remembered: bool = False,
    ) -> Brought:
        """Return what a prompt calls up, ready to be shown to a model; `came_to_mind` notes it, when there is time."""
        verb = self._wiring.hosts.bring_to_mind(self._persona)
        return verb(
            self._persona, prompt, session_id=session_id, place=place, shown=shown, all_remembered=all_remembered
        )

    def came_to_mind(self, brought: Brought, *, session_id: str) -> None:
        """Note what came to mind, for the coming night to strengthen."""
        self._wiring.hosts.bring_to_mind(self._persona).came_to_mind(self._persona, brought, session_id=session_id)

    def last_time(self, *, place: str, session_id: str = "") -> tuple[Line, ...]:
        """Return the last turns of the last session in a project."""
        verb = self._wiring.hosts.look_back(self._persona)
        return verb.last_time(self._persona, place=place, session_id=session_id)

    def open_tasks(self) -> tuple[Line, ...]:
        """Return what is still to be done."""
        return self._wiring.hosts.look_back(self._persona).open_tasks(self._persona)

    def this_session(self, session_id: str) -> tuple[Line, ...]:
        """Return the last turns of a session."""
        return self._wiring.hosts.look_back(self._persona).this_session(self._persona, session_id=session_id)

    def while_away(self) -> WhileAway:
        """Return the verb that works off what waits, in small portions."""
        return self._wiring.hosts.while_away(self._persona)

    def bookmark(self, log: str) -> int:
        """Return how many bytes of a session log have been read."""
        return self._wiring.hosts.places.offset(self._persona.id, log)

    def keep_bookmark(self, log: str, *, offset: int) -> None:
        """Note how far a session log has been read."""
        self._wiring.hosts.places.keep(self._persona.id, log, offset=offset, at=self._wiring.clock.now())

    def erase_session(self, session_id: str) -> ErasureReport:
        """Erase a session with everything made of it, and look for what is left."""
        report = self._wiring.hosts.erase.session(self._persona, session_id)
        self._wiring.vectors.rebuild(self._persona.id, space=self._wiring.embedder.space)
        return report
