"""It happens by itself: what waits in a home is worked off beside the caller, or in a process of its own (SPEC X13)."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from omoide.adapters.hosts.import_orders import FOLDER, FileImportOrders
from omoide.adapters.jobs import detached
from omoide.adapters.jobs.courtesy import Courtesy
from omoide.adapters.jobs.troubles import TroubleFile
from omoide.adapters.jobs.worker import Worker
from omoide.domain.jobs.job import JobKind
from omoide.domain.upkeep.trouble import WorkTrouble, troubled
from omoide.errors import InvalidInput, StillWaiting, Unavailable

if TYPE_CHECKING:
    from omoide.bootstrap.foundation import Foundation
    from omoide.bootstrap.whose_turn import WhoseTurn
    from omoide.domain.personas.persona import Persona
    from omoide.ports.jobs.background import ShouldStop
    from omoide.usecases.hosts.import_logs import ImportLogs
    from omoide.usecases.understanding.while_away import Settled, WhileAway

log = logging.getLogger("omoide.work")
TROUBLES = "worker.troubles"
"""The file, in the data home, that says whose work does not go on."""

STOP_SECONDS = 10.0
"""How long closing a home waits for the step under way, which may be a model's answer."""


class Beside(StrEnum):
    """Where work goes on that nobody waits for."""

    THREAD = "thread"
    PROCESS = "process"
    """For a door that ends at once: what waits is left to a process of its own."""
    NOWHERE = "nowhere"
    """By hand, or somebody else does it."""


def courtesy() -> Courtesy:
    """Return somebody who counts who is being answered, so that work beside it can step aside."""
    return Courtesy()


class HomeWork:
    """Works off what waits, persona by persona; one at a time in this process, in any number of processes."""

    def __init__(
        self,
        foundation: "Foundation",
        *,
        while_away: Callable[["Persona"], "WhileAway"],
        imports: Callable[["Persona"], "ImportLogs"],
        beside: Beside,
        whose_turn: "WhoseTurn",
    ) -> None:
        self._foundation = foundation
        self.whose_turn = whose_turn
        self._while_away = while_away
        self._imports = imports
        self._beside = beside
        self._one_at_a_time = threading.RLock()
        self._is_nudged = False
        self._troubles = TroubleFile(foundation.folder / TROUBLES)
        self.courtesy = Courtesy()

    def nudge(self, persona: "Persona") -> None:
        """Say that something may wait."""
        self.whose_turn.nudged(persona)
        if self._beside is Beside.NOWHERE or not self._is_automatic(persona):
            return
        self._is_nudged = True
        if self._beside is Beside.THREAD:
            self._worker.nudge()

    def used(self, persona: "Persona") -> None:
        """Say that the mind is used: a night that may have become due since the last look runs beside it."""
        if self.whose_turn.may_be_night(persona):
            self.nudge(persona)

    @property
    def is_automatic(self) -> bool:
        """Tell whether every persona has it done by itself."""
        return self.whose_turn.is_everybodys

    def work_off(
        self,
        *,
        should_stop: "ShouldStop",
        between: Callable[[], None],
        rested: Callable[["Persona"], None] | None = None,
    ) -> bool:
        """Do all that waits for personas who have it done by itself; tell whether nothing waits any more.

        Where a model is asked, turns of a talk that goes on wait until their portion is full or the talk is quiet.

        `rested` is told of whom a night has passed.  Raise `Unavailable` when something could not be done, after everybody's
        turn has come.  Any other error is the persona's own trouble: it is noted, and its work rests for a while.
        """
        unavailable: Unavailable | None = None
        for persona in self._able():
            try:
                if self._apart(persona, lambda each: self._done(each, should_stop, between, rested)) is False:
                    return False
            except Unavailable as exc:
                unavailable = unavailable or exc
        if unavailable is not None:
            raise unavailable
        return self.is_settled

    def kinds_waiting(self) -> "list[tuple[Persona, tuple[JobKind, ...]]]":
        """Return what is to be done by itself now, for whom, from the data alone; what rests after trouble is left out."""
        found: list[tuple[Persona, tuple[JobKind, ...]]] = []

        def look(persona: "Persona") -> bool:
            if self._is_automatic(persona):
                nights = self.whose_turn.may_be_night(persona)
                kinds = self._while_away(persona).kinds_waiting(persona, nights=nights)
                self.whose_turn.looked_at(persona)
                if self._is_handed_in(persona):
                    kinds = (JobKind.IMPORT, *kinds)
                if kinds:
                    found.append((persona, kinds))
            return True

        for each in self._able():
            self._apart(each, look)
        return found

    def carry_out(
        self,
        kind: JobKind,
        persona: "Persona",
        *,
        should_stop: "ShouldStop",
        between: Callable[[], None],
        rested: Callable[["Persona"], None] | None,
    ) -> None:
        """Do one kind of work for a persona, as much of it as there is, or until told to stop after a portion."""
        away = self._while_away(persona)
        match kind:
            case JobKind.IMPORT:
                self._imports(persona)(persona.id, should_stop=should_stop, between=between)
            case JobKind.DIGEST:
                self._repeated(lambda: away.portion(persona, patient=True, between=between), should_stop)
            case JobKind.EMBED:
                self._repeated(lambda: away.vectors(persona, between=between), should_stop)
            case JobKind.SLEEP:
                self._slept(persona, away, between, rested)
            case unreachable:
                assert_never(unreachable)

    def noted(self, persona: "Persona", kind: str) -> None:
        """Note an error nobody foresaw, by its kind, as the persona's own trouble: its work rests for a while."""
        before = self._troubles.all().get(persona.id)
        now = self._foundation.clock.now()
        self._troubles.note(persona.id, troubled(before, persona=persona.name, kind=kind, now=now))

    def went_well(self, persona: "Persona") -> None:
        """Forget a persona's trouble."""
        self._troubles.clear(persona.id)

    @property
    def is_settled(self) -> bool:
        """Tell whether nothing rests after trouble, and no turn waits for the rest of its talk."""
        return not self._troubles.all() and not self._gathers()

    @property
    def troubles(self) -> list[WorkTrouble]:
        """Return whose work does not go on."""
        return list(self._troubles.all().values())

    def _able(self) -> "list[Persona]":
        """Return the personas for whom there may be something to do, and whose work does not rest after trouble."""
        troubles, now = self._troubles.all(), self._foundation.clock.now()
        personas = self._foundation.personas.all()
        for gone in troubles.keys() - {each.id for each in personas}:
            self._troubles.clear(gone)
        rested = [each for each in personas if each.id not in troubles or troubles[each.id].again_at <= now]
        handed_in = FileImportOrders(self._foundation.folder).whose()
        return self.whose_turn(rested, besides=troubles.keys() | handed_in)

    def _apart(self, persona: "Persona", act: "Callable[[Persona], bool]") -> bool | None:
        """Do something for one persona; `None` when that is its own trouble, which must not be everybody's."""
        try:
            done = act(persona)
        except Unavailable:
            raise
        except Exception as exc:  # the edge: what is wrong with one persona must not stop the work for the others
            log.exception("the work for %s rests", persona.name)
            self.noted(persona, type(exc).__name__)
            return None
        return done

    def _done(
        self,
        persona: "Persona",
        should_stop: "ShouldStop",
        between: Callable[[], None],
        rested: Callable[["Persona"], None] | None,
    ) -> bool:
        if self._is_automatic(persona) and not self._worked_off(persona, should_stop, between, rested):
            return False
        self.whose_turn.looked_at(persona)
        self._troubles.clear(persona.id)
        return True

    def _gathers(self) -> bool:
        return self.whose_turn.has_undigested

    def settle(self, persona: "Persona", *, within_seconds: float | None) -> "Settled":
        """Do everything that waits for one persona, now."""
        with self.alone(within_seconds=within_seconds):
            return self._while_away(persona).settle(persona, within_seconds=within_seconds)

    @contextmanager
    def alone(self, *, within_seconds: float | None = None) -> Iterator[None]:
        """Work while nobody else in this process does; raise `StillWaiting` when that does not come in time."""
        if within_seconds is not None and not within_seconds >= 0:
            raise InvalidInput(f"a time to wait is a number of seconds from 0 on; {within_seconds} is none")
        seconds = -1 if within_seconds is None else min(within_seconds, threading.TIMEOUT_MAX)
        if not self._one_at_a_time.acquire(timeout=seconds):
            raise StillWaiting(within_seconds or 0.0)
        try:
            yield
        finally:
            self._one_at_a_time.release()

    def waits(self) -> bool:
        """Tell, at little cost, whether there is anything to do for a persona who has it done by itself."""
        return any(self._apart(each, self._is_waiting) for each in self._able())

    def _is_waiting(self, persona: "Persona") -> bool:
        nights = self.whose_turn.may_be_night(persona)
        if not self._is_automatic(persona):
            return False
        return self._is_handed_in(persona) or self._while_away(persona).is_waiting(persona, nights=nights)

    def _is_handed_in(self, persona: "Persona") -> bool:
        return (self._foundation.folder / FOLDER).is_dir() and self._imports(persona).is_waiting(persona.id)

    def close(self) -> None:
        """End the work beside; a door that ends at once leaves what waits to a process of its own."""
        if "_worker" in self.__dict__:
            self._worker.stop(within_seconds=STOP_SECONDS)
        if self._beside is Beside.PROCESS and self._is_nudged:
            with suppress(Unavailable):  # the command was done; what waits is found at the next one
                if self.waits():
                    file = self._foundation.configuration.file
                    is_named = file.exists() and file.parent != self._foundation.folder
                    detached.start(self._foundation.folder, settings_file=file if is_named else None)

    @cached_property
    def _worker(self) -> Worker:
        return Worker(lambda should_stop: self.work_off(should_stop=should_stop, between=self.courtesy.give_way))

    def _is_automatic(self, persona: "Persona") -> bool:
        return self._foundation.settings(persona.id).background.auto

    def _worked_off(
        self,
        persona: "Persona",
        should_stop: "ShouldStop",
        between: Callable[[], None],
        rested: Callable[["Persona"], None] | None,
    ) -> bool:
        between()
        away = self._while_away(persona)
        if self._is_handed_in(persona):
            self._imports(persona)(persona.id, should_stop=should_stop, between=between)
        goes_on = True
        while goes_on:
            with self._one_at_a_time:
                goes_on = away.portion(persona, patient=True, between=between)
                if not goes_on and self.whose_turn.may_be_night(persona):
                    goes_on = self._slept(persona, away, between, rested)
            # Asked after a portion, not before: callers that never pause would keep the work from ever being begun.
            if goes_on and should_stop():
                return False
        return True

    def _slept(
        self,
        persona: "Persona",
        away: "WhileAway",
        between: Callable[[], None],
        rested: Callable[["Persona"], None] | None,
    ) -> bool:
        with self._one_at_a_time:
            slept = away.night(persona, patient=True, between=between)
            self.whose_turn.looked_at_night(persona, again_at=away.next_look(persona))
        if slept and rested is not None:
            rested(persona)
        return slept

    def _repeated(self, portion: Callable[[], bool], should_stop: "ShouldStop") -> None:
        goes_on = True
        while goes_on:
            with self._one_at_a_time:
                goes_on = portion()
            if goes_on and should_stop():
                return
