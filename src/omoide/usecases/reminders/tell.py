"""Telling due things: claimed for one session, and repeated in it word for word (SPEC X15, X16).

Whoever composes what a model is shown asks with each turn of a session.  What this session was told before comes first
and in the same words, so that nothing that was shown changes under the provider's cache; what is new comes behind it
and is told nowhere else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from omoide.domain.beliefs.state import State
from omoide.domain.personas.persona import Persona
from omoide.domain.reminders import reminder, wording
from omoide.domain.reminders.reminder import Reminder
from omoide.domain.time.moment import Moment
from omoide.usecases.reminders.due import LookAtDue


@dataclass(frozen=True, slots=True)
class TellDue:
    """Says what is to be told, and notes that it is."""

    look: LookAtDue

    def __call__(
        self, persona: Persona, *, at: Moment, session_id: str = "", states: Iterable[State] | None = None
    ) -> list[Reminder]:
        """Return what this session was told before and what is to be told now; nothing is written when nothing is new.

        `states`: the tasks that are open, where they were read already.
        """
        standing = self.look(persona, at=at) if states is None else self.look.of(persona, states, at=at)
        if not standing:
            return []
        before = self._told_before(persona, standing, session_id)
        new = reminder.to_tell(standing, rules=self.look.rules)
        claimed = self.look.marks.claim(persona.id, [reminder.mark_of(one, session_id=session_id) for one in new])
        mine = {(mark.state_id, mark.slot) for mark in claimed}
        return before + [one for one in new if (one.task.id, one.slot) in mine]

    def _told_before(self, persona: Persona, standing: list[Reminder], session_id: str) -> list[Reminder]:
        if not session_id:
            return []
        still = {(one.task.id, one.task.due): one for one in standing if not one.dismissed}
        found = []
        for mark in self.look.marks.told_in(persona.id, session_id):
            now = still.get((mark.state_id, mark.due))
            if now is not None:
                line = wording.line(now.task, at=mark.at, tz=persona.tz, language=persona.language)
                found.append(replace(now, slot=mark.slot, told=mark.at, line=line))
        return found
