"""What time it is."""

from typing import Protocol

from omoide.domain.time.moment import Moment


class Clock(Protocol):
    """Tells the time.  Passed in everywhere, so that a year can pass in a second (SPEC P4)."""

    def now(self) -> Moment:
        """Return the present moment."""
        ...
