"""Take in a session log: its new turns are captured, and how far it was read is noted (SPEC H1, E2).

Killed anywhere, the next reading goes on from the last note; a turn that comes twice is kept once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.hosts.transcript import TranscriptTurn
from omoide.domain.personas.persona import PersonaId
from omoide.ports.hosts.session_logs import Bookmarks, SessionLogs
from omoide.ports.time.clock import Clock
from omoide.usecases.hosts.capture import Capture


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of the turns of a log."""

    new: int = 0
    """Turns that were kept."""
    refused: int = 0
    """Turns that no way was found to keep; the log was read on behind them."""
    erased: int = 0
    """Copies of turns that the owner erased."""


@dataclass(frozen=True, slots=True)
class TakeInLog:
    """Keeps the new turns of a session log."""

    logs: SessionLogs
    bookmarks: Bookmarks
    capture: Capture
    clock: Clock
    batch: int = 100
    """Turns kept in one step."""

    def __call__(
        self,
        persona_id: PersonaId,
        path: Path,
        *,
        end: TurnEnd | None,
        source: str,
        progress: Callable[[int], None] | None = None,
    ) -> TakenIn:
        """Keep what is new, and how far the log was read; return how many turns were new."""
        taken, turns = TakenIn(), list[TranscriptTurn]()
        offset = self.bookmarks.offset(persona_id, str(path))
        for read in self.logs.turns(path, offset=offset, end=end):
            if read.turn is not None:
                turns.append(read.turn)
            is_last = read.turn is None
            if turns and (len(turns) == self.batch or is_last):
                captured = self.capture(persona_id, turns, source=source)
                taken = TakenIn(
                    taken.new + len(captured.events), taken.refused + captured.refused, taken.erased + captured.erased
                )
                turns = []
                if progress:
                    progress(taken.new)
            elif not is_last or read.offset == offset:
                continue
            self.bookmarks.keep(persona_id, str(path), offset=read.offset, at=self.clock.now())
        return taken
