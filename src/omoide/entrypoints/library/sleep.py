"""A night's work in stages, and the morning after: `mind.sleep`."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.morning import MorningReport
from omoide.domain.sleep.sleep_report import SleepReport
from omoide.domain.sleep.stage import ORDER, SleepStage, named
from omoide.entrypoints.library.moments import When, meant_if_given
from omoide.errors import ThinkerUnavailable

if TYPE_CHECKING:
    from omoide.bootstrap import Home


def _nobody(_report: SleepReport) -> None:
    """Tell nobody."""


class MindSleep:
    """Sleeps of one persona."""

    def __init__(self, home: "Home", persona: Persona) -> None:
        self._home = home
        self._persona = persona

    def __call__(
        self,
        *,
        stages: Collection[SleepStage | str] = ORDER,
        early: bool = False,
        watch: Callable[[SleepReport], None] = _nobody,
    ) -> SleepReport:
        """Digest what waits, then go through the stages, all or those named; a sleep that was broken off goes on first.

        Every night that is due is run; `early` brings the coming one forward.  `watch` hears how far it is.
        """
        wanted = named([str(one) for one in stages])
        with self._home.work.alone():
            digested = self._home.understanding.digest(self._persona)(self._persona)
            if digested.stopped_by:
                raise ThinkerUnavailable(digested.stopped_by)
            through = self._home.sleep.through(self._persona)
            return through(self._persona, wanted=wanted, early=early, watch=watch)

    def reports(self, *, limit: int = 1) -> list[SleepReport]:
        """Return the last sleeps, newest first; one that is under way has not ended."""
        return self._home.sleep.store.reports(self._persona.id, limit=limit)

    def under_way(self) -> SleepReport | None:
        """Return the sleep that goes on, here or in another process, or was broken off; `None` when there is none."""
        return self._home.sleep.store.under_way(self._persona.id)

    def is_asleep(self) -> bool:
        """Tell whether somebody puts the persona to sleep at this moment, here or in another process."""
        return self._home.sleep.through(self._persona).is_asleep(self._persona)

    def morning(self, at: When | None = None) -> MorningReport:
        """Return what changed overnight, how the persona feels and what the day holds, in its voice and as data."""
        when = meant_if_given(at, persona=self._persona)
        instant = self._home.foundation.clock.now() if when is None else when
        return self._home.sleep.morning(self._persona)(self._persona, at=instant)
