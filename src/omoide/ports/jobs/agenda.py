"""Who has something to do, of all personas at once: what an idle look costs must not grow with each of them."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class ChangeMarks:
    """How far all personas' beliefs, notes, profiles, insights and erasures had come at a look."""

    numbers: tuple[int, ...] = ()


class Agenda(Protocol):
    """Finds, in a few statements however many personas there are, whom it is worth looking at."""

    def undigested(self, *, open_before: Moment) -> AbstractSet[PersonaId]:
        """Return who has a turn to digest: a finished one, or one left open since before then."""
        ...

    def unsettled(self, *, space: str) -> AbstractSet[PersonaId]:
        """Return who has a passage without a vector in this space, or a wish to keep a memory."""
        ...

    def awake_since(self) -> dict[PersonaId, Moment | None]:
        """Return, of whoever remembers anything, from when on a night is to come; `None` of who is still asleep."""
        ...

    def changed(self, since: ChangeMarks) -> tuple[AbstractSet[PersonaId], ChangeMarks]:
        """Return whose beliefs, notes, profiles or insights changed since a look, and how far all are now.

        Since no look at all nothing has changed.
        """
        ...

    def with_own(self, setting: str) -> AbstractSet[PersonaId]:
        """Return who has a value of its own of this setting."""
        ...
