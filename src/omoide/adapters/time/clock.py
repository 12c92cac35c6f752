"""The computer's own clock."""

import time

from omoide.domain.time.moment import Moment


class SystemClock:
    """The computer's own clock."""

    def now(self) -> Moment:
        """Return the present moment."""
        return Moment(int(time.time()))
