"""The report of a night: what faded, came back, was linked, and how long it took."""

from dataclasses import dataclass, field

from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause
from omoide.domain.time.moment import Moment

MOST_LISTED = 200
"""Single changes a report lists; the counts are always complete."""


@dataclass(frozen=True, slots=True)
class Change:
    """One memory that changed its level."""

    label: str
    cause: Cause
    before: Level
    after: Level


@dataclass(frozen=True, slots=True)
class NightReport:
    """What one night did."""

    until: Moment
    began: Moment
    ended: Moment
    nights: int
    """Nights caught up in this run."""
    memories: int
    counts: dict[str, int] = field(default_factory=dict)
    """Changes by cause, what was `spared`, and `reinforced`, `condensed`, `postponed`, `linked`, `turned`, `unlinked`."""
    levels: dict[str, int] = field(default_factory=dict)
    """How many memories there are at each level afterwards."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Time spent in each phase, in this process."""
    changes: tuple[Change, ...] = ()
    undone: bool = False
