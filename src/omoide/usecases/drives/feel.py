"""What moves the persona at an instant, from what is kept; nothing is written (SPEC D5).

Beside the persona's own goals stands what the user still has to do, the more urgent the sooner it is due; beside what it would like to
know what it only supposes, as questions that could be asked about it.  The drives' rules take both as plain values.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.beliefs import questions
from omoide.domain.beliefs.questions import ASK_AGAIN_AFTER_DAYS
from omoide.domain.beliefs.state import State, StateKind, Target
from omoide.domain.drives.drive import DriveRules, WantedAnswer, WantedEnd
from omoide.domain.drives.inner_state import InnerState, Stirrings, inner_state
from omoide.domain.events.event import OWNER, Event, EventFilter
from omoide.domain.goals.goal import in_order
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import ranking
from omoide.domain.questions.question import open_at
from omoide.domain.reminders.due import due_task
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.ports.beliefs.store import AskedStore, BeliefStore, PreferenceStore
from omoide.ports.events.store import EventStore
from omoide.ports.feelings.store import FeelingStore
from omoide.ports.goals.store import GoalStore
from omoide.ports.questions.store import QuestionStore
from omoide.ports.time.clock import Clock
from omoide.usecases.feelings.read_mood import ReadMood

MOST_QUESTIONS: Final = 3
"""Suppositions that pull: as many as are asked about at a time.  A mind full of guesses is not curious without end."""
MOST_WONDERS: Final = 100
"""Open questions that are looked at, the newest."""
MOST_GOALS: Final = 500
"""Goals, and open tasks, that are looked at."""
LOOKED_BACK: Final = 20
"""Events among which the last talk is looked for."""
NO_TALK: Final = frozenset({OWNER, "meta_proactive", "reminder", "notification"})
"""Sources of events in which nobody talked with the persona."""
URGENT_DAYS: Final = ((1, 1), (3, 2), (7, 3))
"""Days until a task is due, and its priority; later, or at no time: the fourth."""
GIVEN_UP_DAYS: Final = 7
"""So long after it was due nobody is urged by a task any more."""


@dataclass(frozen=True, slots=True)
class FeelDrives:
    """Gathers what the drives are computed from."""

    events: EventStore
    feelings: FeelingStore
    beliefs: BeliefStore
    preferences: PreferenceStore
    asked: AskedStore
    goals: GoalStore
    wonders: QuestionStore
    mood: ReadMood
    clock: Clock
    rules: DriveRules

    def __call__(self, persona: Persona, *, at: Moment) -> InnerState:
        """Return what moves the persona at an instant, by what was known then."""
        known = self.beliefs.known(persona.id, at=None if at >= self.clock.now() else at)
        stirrings = Stirrings(
            at=at,
            mood=self.mood(persona, at=at),
            last_talk=self._last_talk(persona, at),
            questions=(*self._wonders(persona, at), *self._questions(persona, known, at)),
            goals=(*self._own(persona, at), *_tasks(persona, known, at)),
            emotion=self.feelings.last_emotion(persona.id, until=at),
        )
        return inner_state(stirrings, language=persona.language, rules=self.rules)

    def _last_talk(self, persona: Persona, at: Moment) -> Moment | None:
        found = self.events.find(persona.id, EventFilter(as_of=at), limit=LOOKED_BACK, newest_first=True)
        talk = next((event for event in found if _is_talk(event)), None)
        return None if talk is None else talk.created

    def _own(self, persona: Persona, at: Moment) -> tuple[WantedEnd, ...]:
        found = in_order(goal for goal in self.goals.all(persona.id) if goal.was_active_at(at))
        return tuple(WantedEnd(goal.text, goal.priority, goal.label) for goal in found[:MOST_GOALS])

    def _wonders(self, persona: Persona, at: Moment) -> tuple[WantedAnswer, ...]:
        found = open_at(self.wonders.all(persona.id), at)
        return tuple(ranking.wanted(each, now=at) for each in found[-MOST_WONDERS:])

    def _questions(self, persona: Persona, known: list[State], at: Moment) -> tuple[WantedAnswer, ...]:
        liked = [one for one in self.preferences.all(persona.id) if (one.last_confirmed or at) <= at]
        lately = set(self.asked.since(persona.id, Moment(at - ASK_AGAIN_AFTER_DAYS * DAY_SECONDS + 1)))
        heard = {(Target.STATE, int(one.id)): one.last_confirmed for one in known}
        heard |= {(Target.PREFERENCE, int(one.id)): one.last_confirmed for one in liked}
        found = questions.to_ask(known, liked, asked=frozenset(), now=at, language=persona.language)
        return tuple(
            WantedAnswer(
                one.text,
                age_days=(at - (heard.get((one.target, one.id)) or at)) / DAY_SECONDS,
                is_asked=(one.target, one.id) in lately,
            )
            for one in found[:MOST_QUESTIONS]
        )


def _is_talk(event: Event) -> bool:
    return bool(event.user.strip()) and event.source not in NO_TALK


def _tasks(persona: Persona, known: list[State], at: Moment) -> tuple[WantedEnd, ...]:
    tasks = [
        state
        for state in known
        if state.kind is StateKind.TASK and not state.candidate and not state.is_done and state.is_valid_at(at)
    ]
    return tuple(WantedEnd(task.body, _priority(persona, task, at)) for task in tasks[-MOST_GOALS:])


def _priority(persona: Persona, task: State, at: Moment) -> int:
    due = due_task(task, tz=persona.tz)
    days = None if due is None else (due.due - at) / DAY_SECONDS
    if days is None or days < -GIVEN_UP_DAYS:
        return len(URGENT_DAYS) + 1
    return next((priority for limit, priority in URGENT_DAYS if days <= limit), len(URGENT_DAYS) + 1)
