"""What comes to mind: an event, how strongly, and why (SPEC R6)."""

from dataclasses import dataclass

from omoide.domain.event import Event
from omoide.domain.ranking import Why


@dataclass(frozen=True, slots=True)
class Recollection:
    """An event that answers a cue, with the turns around it."""

    event: Event
    score: float
    """0..1; how sure Omoide is that this matters to the cue."""
    why: Why
    before: tuple[Event, ...] = ()
    """The turns just before it in its session, in order of time."""
    after: tuple[Event, ...] = ()

    @property
    def text(self) -> str:
        """Return what was said."""
        return self.event.text
