"""What the persona says in the morning: of the last sleep, how it feels, and what the day holds (SPEC D1, X16)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.domain.reminders.reminder import ReminderStage
from omoide.domain.sleep.morning import MorningReport
from omoide.domain.sleep.sleep_report import SleepReport
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.ports.sleep.store import SleepStore
from omoide.usecases.feelings.read_mood import ReadMood
from omoide.usecases.reminders.due import LookAtDue

Insights = Callable[[Persona, SleepReport], Sequence[str]]
"""What was written down in that sleep."""


@dataclass(frozen=True, slots=True)
class TellMorning:
    """Gathers a morning report; nothing is marked as told."""

    sleeps: SleepStore
    mood: ReadMood
    due: LookAtDue
    insights: Insights

    def __call__(self, persona: Persona, *, at: Moment) -> MorningReport:
        """Return the report for an instant: of the last sleep that had begun by then."""
        begun = (each for each in self.sleeps.reports(persona.id, limit=100) if each.began <= at)
        last = next(begun, None)
        today = moment.day(at, tz=persona.tz)
        wanted = [one for one in self.due(persona, at=at) if not one.dismissed and one.snoozed_until is None]
        due = [one for one in wanted if one.task.day == today or one.stage is ReminderStage.OVERDUE]
        return MorningReport(
            sleep=last,
            mood=self.mood(persona, at=at).text,
            insights=() if last is None else tuple(self.insights(persona, last)),
            due=tuple(one.line for one in due),
            language=persona.language,
        )
