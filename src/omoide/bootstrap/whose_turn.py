"""For whom there may be something to do, asked of all personas at once: ten thousand who rest cost a few statements."""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from omoide.domain.time.moment import Moment
from omoide.errors import Unavailable
from omoide.ports.jobs.agenda import ChangeMarks

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from omoide.bootstrap.foundation import Foundation
    from omoide.domain.personas.persona import Persona, PersonaId
    from omoide.ports.jobs.agenda import Agenda

AUTO, HOUR = "background.auto", "compression.schedule_hour"
"""The settings of a persona's own that decide here."""
LOOK_SECONDS = 600
"""How often it is asked of somebody whether a night is due."""


class WhoseTurn:
    """Tells whom it is worth looking at; what is found there decides."""

    def __init__(self, foundation: "Foundation", *, space: Callable[[], str]) -> None:
        self._foundation = foundation
        self._space = space
        self._no_night_between: dict[PersonaId, tuple[Moment, Moment]] = {}
        """From the last look until the next one; a clock that is put back leaves it, and is looked at again."""
        self._nudged: set[PersonaId] = set()
        self._marks = ChangeMarks()

    @cached_property
    def _agenda(self) -> "Agenda":
        from omoide.adapters.sql.understanding.agenda import SqlAgenda

        return SqlAgenda(self._foundation.database)

    def __call__(self, personas: "Sequence[Persona]", *, besides: "Collection[PersonaId]") -> "list[Persona]":
        """Return those for whom there may be something to do by itself, and those named besides, in their order."""
        try:
            space = self._space()
        except Unavailable:  # whoever is looked at says what is wrong
            return list(personas)
        changed, self._marks = self._agenda.changed(self._marks)
        self._nudged |= changed
        found = self._undigested() | self._agenda.unsettled(space=space) | self._nudged
        for each in found:  # what is done for them may make a night due that was none at the last look
            self._no_night_between.pop(each, None)
        found = found | self._may_be_due([each for each in personas if each.id not in found])
        automatic = self._are_automatic(personas)
        return [each for each in personas if (each.id in found and each.id in automatic) or each.id in besides]

    def nudged(self, persona: "Persona") -> None:
        """Have a persona looked at, whatever is known of it, until that was done."""
        self._nudged.add(persona.id)

    def looked_at(self, persona: "Persona") -> None:
        """Note that a persona was looked at, and what had changed was taken up."""
        self._nudged.discard(persona.id)

    def may_be_night(self, persona: "Persona") -> bool:
        """Tell whether it is time to ask if a night is due."""
        looked, following = self._no_night_between.get(persona.id, (0, 0))
        return not looked <= self._foundation.clock.now() < following

    def looked_at_night(self, persona: "Persona", *, again_at: Moment) -> None:
        """Note that it was asked whether a night is due, and when to ask again."""
        self._no_night_between[persona.id] = self._foundation.clock.now(), again_at

    def slept_ahead(self, personas: "Sequence[Persona]") -> "list[Persona]":
        """Return those whose last night lies ahead of the clock, or is not over: whether it does is for others to say."""
        now, awake = self._foundation.clock.now(), self._agenda.awake_since()
        return [each for each in personas if each.id in awake and ((since := awake[each.id]) is None or since > now)]

    @property
    def has_undigested(self) -> bool:
        """Tell whether turns wait, now or until their talk is quiet, for somebody who has it done by itself."""
        waiting = self._undigested()
        if not waiting:
            return False
        return bool(waiting & self._are_automatic(self._foundation.personas.all()))

    @property
    def is_everybodys(self) -> bool:
        """Tell whether every persona has it done by itself."""
        personas = self._foundation.personas.all()
        return len(self._are_automatic(personas)) == len(personas)

    def _undigested(self) -> "AbstractSet[PersonaId]":
        from omoide.usecases.understanding.digest import OPEN_TURN_SECONDS

        return self._agenda.undigested(open_before=Moment(self._foundation.clock.now() - OPEN_TURN_SECONDS))

    def _are_automatic(self, personas: "Sequence[Persona]") -> "set[PersonaId]":
        """Return who has it done by itself: the home's word, but for those with their own."""
        for_all = self._foundation.configuration.settings.background.auto
        own = self._agenda.with_own(AUTO)
        return {
            each.id
            for each in personas
            if (self._foundation.settings(each.id).background.auto if each.id in own else for_all)
        }

    def _may_be_due(self, personas: "Sequence[Persona]") -> "set[PersonaId]":
        """Return for whom a nightly hour has passed since the last night, or the first memory; and whose last night lies ahead of
        the clock: it may be one to be taken back.
        """
        from omoide.domain.memories.retention import next_batch

        asked = [each for each in personas if self.may_be_night(each)]
        if not asked:
            return set()
        now, awake = self._foundation.clock.now(), self._agenda.awake_since()
        hour, own = self._foundation.configuration.settings.compression.schedule_hour, self._agenda.with_own(HOUR)
        due: set[PersonaId] = set()
        for each in asked:
            at = self._foundation.settings(each.id).compression.schedule_hour if each.id in own else hour
            since = awake.get(each.id, now)
            if since is None or since > now or next_batch(since, hour=at, tz=each.tz) <= now:
                due.add(each.id)
            else:
                following = min(next_batch(now, hour=at, tz=each.tz), Moment(now + LOOK_SECONDS))
                self.looked_at_night(each, again_at=following)
        return due
