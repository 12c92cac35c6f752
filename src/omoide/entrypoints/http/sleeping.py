"""Sleeps that go on while nobody waits, and how far they are: the store knows, whichever process it is that sleeps."""

from omoide.domain.sleep.stage import ORDER
from omoide.entrypoints.http.following import NOTHING
from omoide.entrypoints.http.schemas.sleep import SleepGiven, SleepShown
from omoide.entrypoints.http.working import Told, WorksUnderWay
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.web.problems import Problem
from omoide.errors import AlreadyAsleep

KIND = "sleep"


def start(works: WorksUnderWay, mind: Mind, given: SleepGiven) -> None:
    """Begin a sleep beside the caller; raise `AlreadyAsleep` when one goes on."""

    def sleep(_tell: Told) -> None:
        mind.sleep(stages=ORDER if given.stages is None else given.stages, early=given.early)

    if mind.sleep.is_asleep() or not works.start(KIND, mind, sleep):
        raise AlreadyAsleep(mind.persona.name)


class SleepFollowed:
    """The sleep of one persona."""

    def __init__(self, works: WorksUnderWay, mind: Mind) -> None:
        self._works = works
        self._mind = mind

    def goes_on(self) -> bool:
        """Tell whether the persona is asleep, here or elsewhere."""
        return self._works.goes_on(KIND, self._mind) or self._mind.sleep.is_asleep()

    def now(self) -> str:
        """Return how far the sleep is."""
        report = self._mind.sleep.under_way()
        return "" if report is None else SleepShown.of(report, tz=self._mind.persona.tz).model_dump_json()

    def result(self) -> str | Problem:
        """Return the last sleep, or what went wrong with it."""
        if trouble := self._works.trouble(KIND, self._mind):
            return trouble
        last = self._mind.sleep.reports(limit=1)
        return SleepShown.of(last[0], tz=self._mind.persona.tz).model_dump_json() if last else NOTHING
