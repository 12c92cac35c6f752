"""While away: what waits is worked off in small portions, off the reply's path (SPEC M14, X13).

Vectors that are missing, turns that are not yet digested, and a sleep that is due, with all its stages.
Nothing here is a queue: what waits is read from the store, so that nothing is lost when a process ends in the middle.
"""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.events.event import EventFilter
from omoide.domain.jobs.job import JobKind
from omoide.domain.nights import night
from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.hour import may_sleep
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import Refused, StillWaiting, ThinkerUnavailable, Unavailable
from omoide.ports.memories.store import MemoryFilter
from omoide.ports.nights.store import Phase
from omoide.usecases.nights.sleep import Sleep
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.kinds.shelve import Shelve
from omoide.usecases.sleep.sleep_through import SleepThrough
from omoide.usecases.understanding.digest import Digest

LOOK_SECONDS = 600
"""How often it is asked whether a night is due."""


def _at_once() -> None:
    """Let nobody go first."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What was done until nothing waited any more."""

    portions: int
    nights: int


@dataclass(frozen=True, slots=True)
class WhileAway:
    """Does waiting work for a short while."""

    shelve: Shelve
    catch_up: CatchUp
    digest: Digest
    sleep: Sleep
    """The night itself, which says whether one is due."""
    through: SleepThrough
    idle_minutes: int
    """Without talk, before a sleep begins by itself."""

    def portion(
        self,
        persona: Persona,
        *,
        seconds: float = 0.2,
        patient: bool = False,
        between: Callable[[], None] = _at_once,
    ) -> bool:
        """Do a little of what waits; tell whether anything was done, so that more may wait.

        `patient` says that nobody asked: turns of a talk that goes on are left until a model can be asked about them together.
        `between` is called between one turn and the next, and may let somebody else go first.
        Raise `Unavailable` when whoever embeds or thinks is out of reach; the rest goes on waiting.
        """
        vectors = self.vectors(persona, seconds=seconds, between=between)
        between()
        digested = self.digest.portion(persona, patient=patient, progress=lambda _done: between())
        if digested.stopped_by:
            raise ThinkerUnavailable(digested.stopped_by)
        return bool(vectors or digested.done)

    def vectors(self, persona: Persona, *, seconds: float = 0.2, between: Callable[[], None] = _at_once) -> bool:
        """Make a few of the vectors that are missing; tell whether any was, so that more may be."""
        self.shelve(persona)
        return bool(self.catch_up(persona.id, within_seconds=seconds, progress=lambda _done: between()).done)

    def night(self, persona: Persona, *, patient: bool = False, between: Callable[[], None] = _at_once) -> bool:
        """Sleep through all stages when a night is due, or one was broken off; tell whether there was one.

        `patient` says that nobody asked: then nobody is put to sleep in the middle of a talk.  `between` is called after each step.
        """
        if not self._may_be_due(persona, patient=patient):
            return False
        try:
            return self.through.by_itself(persona, between=between) is not None
        except (Refused, Unavailable):
            return False

    def next_look(self, persona: Persona) -> Moment:
        """Return before when it need not be asked again whether a night is due: one that failed is tried again soon."""
        now, hour = self.sleep.clock.now(), self.sleep.rules.schedule_hour
        [following, *_] = night.nights_due(now, until=Moment(now + 2 * DAY_SECONDS), hour=hour, tz=persona.tz)
        return min(following, Moment(now + LOOK_SECONDS))

    def is_waiting(self, persona: Persona, *, nights: bool = True) -> bool:
        """Tell, at little cost, whether a turn is to be digested now or a night may be due."""
        return self.digest.is_waiting(persona, patient=True) or (nights and self._may_be_due(persona, patient=True))

    def kinds_waiting(self, persona: Persona, *, nights: bool = True) -> tuple[JobKind, ...]:
        """Return what there is to do now, though nobody asked, from the data alone."""
        found = []
        if self.digest.is_waiting(persona, patient=True):
            found.append(JobKind.DIGEST)
        self.shelve(persona)
        if self.catch_up.waiting(persona.id, limit=1):
            found.append(JobKind.EMBED)
        if nights and self._may_be_due(persona, patient=True):
            found.append(JobKind.SLEEP)
        return tuple(found)

    def is_gathering(self, persona: Persona) -> bool:
        """Tell whether turns wait, now or until their talk is quiet."""
        return self.digest.is_waiting(persona)

    def settle(self, persona: Persona, *, within_seconds: float | None = None) -> Settled:
        """Do everything that waits, now; raise `Unavailable` when it cannot be done, `StillWaiting` when time is up."""
        stopwatch = self.catch_up.stopwatch
        started, portions, nights = stopwatch(), 0, 0
        while True:
            if self.portion(persona):
                portions += 1
            elif self.night(persona):
                nights += 1
            else:
                return Settled(portions, nights)
            if within_seconds is not None and stopwatch() - started >= within_seconds:
                raise StillWaiting(within_seconds)

    def _may_be_due(self, persona: Persona, *, patient: bool) -> bool:
        """Tell whether a nightly hour has passed since the last night, or the first memory, or a sleep is to be taken back; only
        then is all looked at.
        """
        if self.through.under_way(persona) is not None:
            return True
        if self.through.take_back.is_due(persona):
            return not patient or self._is_quiet(persona, due=self.sleep.clock.now())
        latest = self.sleep.records.latest(persona.id)
        if latest is not None and latest.phase not in (Phase.DONE, Phase.UNDONE):
            return True
        oldest = self.sleep.memories.find(persona.id, MemoryFilter(), limit=1, newest_first=False)
        if not oldest:
            return False
        since = oldest[0].created if latest is None else latest.until
        hour, now = self.sleep.rules.schedule_hour, self.sleep.clock.now()
        due = night.nights_due(since, until=now, hour=hour, tz=persona.tz)
        if not due or not patient:
            return bool(due)
        return self._is_quiet(persona, due=due[0])

    def _is_quiet(self, persona: Persona, *, due: Moment) -> bool:
        """Tell whether a mind may fall asleep though nobody asked."""
        said = self.digest.events.find(persona.id, EventFilter(), limit=1, newest_first=True)
        last_talk = said[0].created if said else None
        return may_sleep(self.sleep.clock.now(), due=due, last_talk=last_talk, idle_minutes=self.idle_minutes)
