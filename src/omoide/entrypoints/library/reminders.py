"""Due things, told once until done or dismissed: `mind.due`."""

from omoide.bootstrap.reminders import ReminderFactory
from omoide.domain.beliefs.state import State, StateId
from omoide.domain.personas.persona import Persona
from omoide.domain.reminders.reminder import Reminder
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.moments import When, meant, meant_if_given
from omoide.ports.time.clock import Clock


class MindDue:
    """What is due for one persona's user."""

    def __init__(self, parts: ReminderFactory, persona: Persona, *, clock: Clock) -> None:
        self._parts = parts
        self._persona = persona
        self._clock = clock

    def __call__(self, at: When | None = None) -> list[Reminder]:
        """Return what is to be told at an instant, by default now, told already (`told`) or not; nothing is marked."""
        return [one for one in self.all(at) if one.is_open]

    def all(self, at: When | None = None) -> list[Reminder]:
        """Return everything that is due at some time and not done: what comes later, was dismissed or snoozed too."""
        return self._parts.look(self._persona)(self._persona, at=self._instant(at))

    def tell(self, *, session_id: str = "", at: When | None = None) -> list[Reminder]:
        """Return what is to be told now and mark it as told: nobody else is given it.

        In the same session it is returned again, first and in the same words (`line`), so that what was shown before stays as it was.
        """
        return self._parts.tell(self._persona)(self._persona, at=self._instant(at), session_id=session_id)

    def done(self, task_id: int, *, reason: str = "") -> State:
        """Say that a task has been done; its id is that of the belief (`reminder.task.id`)."""
        return self._parts.settle(self._persona).done(self._persona, StateId(task_id), reason=reason)

    def dismiss(self, task_id: int) -> None:
        """Say that it need not be told any more; the task stays open."""
        self._parts.settle(self._persona).dismiss(self._persona, StateId(task_id))

    def snooze(self, task_id: int, *, until: When) -> None:
        """Say that it is to be told at a later time, and not before."""
        when = meant(until, persona=self._persona)
        self._parts.settle(self._persona).snooze(self._persona, StateId(task_id), until=when)

    def remind(self, task_id: int) -> None:
        """Take back that it was dismissed or snoozed."""
        self._parts.settle(self._persona).remind(self._persona, StateId(task_id))

    def _instant(self, at: When | None) -> Moment:
        when = meant_if_given(at, persona=self._persona)
        return self._clock.now() if when is None else when
