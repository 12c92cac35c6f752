"""A clock that moves only when told to: for tests, and for people who want to see a year in a minute (SPEC X10)."""

from omoide.domain.time.moment import DAY_SECONDS, Moment, checked


class SimulatedClock:
    """Stands still until it is moved, so that a year can pass in a second."""

    def __init__(self, start: Moment) -> None:
        self._now = checked(start)

    def now(self) -> Moment:
        """Return the moment the clock was last set to."""
        return self._now

    def set(self, moment: Moment) -> None:
        """Move the clock to a moment, forwards or back."""
        self._now = checked(moment)

    def advance(self, *, days: float = 0.0, seconds: int = 0) -> Moment:
        """Move the clock on and return the new moment."""
        self._now = checked(self._now + int(days * DAY_SECONDS) + seconds)
        return self._now
