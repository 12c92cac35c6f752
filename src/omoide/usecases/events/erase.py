"""Erase: the owner's own act, the only one that takes events away, with a report that looks for what is left (SPEC X1).

Everything made of the events goes with them.  Afterwards the words are looked for in every column and every file of the
home; what still holds them is named.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from omoide.domain.events.event import Event, EventFilter
from omoide.domain.personas.persona import Persona
from omoide.errors import SessionNotFound
from omoide.ports.events.erasing import Erased, ErasureStore
from omoide.ports.events.store import EventStore
from omoide.ports.time.clock import Clock

SHORTEST_TRACE = 12
"""Characters below which a text proves nothing: anyone may have said it."""
LONGEST_TRACE = 48
MOST_TRACES = 200

FilesHolding = Callable[[Sequence[str]], list[str]]
"""Returns the files of the home in which one of the texts can still be found."""


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """What was erased, and where its words can still be found."""

    events: int
    rows: tuple[tuple[str, int], ...]
    searched_for: int
    """Pieces of the erased texts that were looked for."""
    left_in: tuple[str, ...]
    """Columns and files that hold one of them: other turns that say the same, or backups."""


@dataclass(frozen=True, slots=True)
class Erase:
    """Erases a session."""

    events: EventStore
    erasures: ErasureStore
    files_holding: FilesHolding
    clock: Clock

    def session(self, persona: Persona, session_id: str) -> ErasureReport:
        """Erase what was said in a session up to now; raise `SessionNotFound` when nothing of it is known."""
        found = self.events.find(persona.id, EventFilter(session_id=session_id)) if session_id else []
        if not found:
            raise SessionNotFound(session_id)
        erased = self.erasures.erase_events(
            persona.id, [event.id for event in found], session_id=session_id, at=self.clock.now()
        )
        self.erasures.sweep()
        return self._report(persona, erased, traces(found))

    def _report(self, persona: Persona, erased: Erased, texts: list[str]) -> ErasureReport:
        left = self.erasures.holding(persona.id, texts) + self.files_holding(texts)
        return ErasureReport(erased.events, erased.rows, len(texts), tuple(dict.fromkeys(left)))


def traces(events: Sequence[Event]) -> list[str]:
    """Return pieces of what was said, long enough to be recognised."""
    found: dict[str, None] = {}
    for event in events:
        for text in (event.user, event.assistant or "", *event.image_summaries):
            for line in text.splitlines():
                if len(line.strip()) >= SHORTEST_TRACE:
                    found.setdefault(line.strip()[:LONGEST_TRACE])
    return list(found)[:MOST_TRACES]
