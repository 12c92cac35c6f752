"""Gather: what a reflection is made of: the turns of its days, what came to be believed of them, goals and open questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.drives.drive import DriveRules
from omoide.domain.episodes.days import TurnStamp
from omoide.domain.events.event import EventId
from omoide.domain.feelings.emotion import Valence
from omoide.domain.goals.goal import Goal, GoalStatus, in_order
from omoide.domain.memories.memory import Memory
from omoide.domain.personas.persona import Persona
from omoide.domain.questions import ranking
from omoide.domain.questions.question import OpenQuestion, QuestionStatus
from omoide.domain.reflection.levels import DAILY, MONTHLY, WEEKLY, ReflectionRules, reach_days
from omoide.domain.reflection.reflecting import ActiveGoal, LearntThing, ReflectedTurn, WantedTopic
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.goals.store import GoalStore
from omoide.ports.memories.store import MemoryStore
from omoide.ports.questions.store import QuestionStore
from omoide.usecases.reflection.talk import ReadTalk, TalkedTurn

MOST_SHOWN: Final = {DAILY: 200, WEEKLY: 80, MONTHLY: 120}
"""Turns of a reflection: of more, those that stirred most."""
MOST_LEARNT: Final = 10
_TOLD: Final = (StateKind.FACT, StateKind.RELATION)
_OVER: Final = frozenset({QuestionStatus.RESOLVED, QuestionStatus.CONVERTED})


@dataclass(frozen=True, slots=True)
class ReflectionMatter:
    """What one reflection is made of; numbers, from 1, are places in these."""

    event_ids: tuple[EventId, ...]
    turns: tuple[ReflectedTurn, ...]
    learnt: tuple[LearntThing, ...]
    goals: tuple[Goal, ...]
    shown_goals: tuple[ActiveGoal, ...]
    questions: tuple[OpenQuestion, ...]
    """Open ones that no goal is about, those that pull most first."""

    @property
    def wanted(self) -> tuple[WantedTopic, ...]:
        """Return the questions as they are shown."""
        return tuple(WantedTopic(each.topic) for each in self.questions)


@dataclass(frozen=True, slots=True)
class GatherReflection:
    """Looks up what a reflection is made of."""

    talk: ReadTalk
    memories: MemoryStore
    beliefs: BeliefStore
    goals: GoalStore
    questions: QuestionStore
    rules: ReflectionRules
    drives: DriveRules

    def __call__(
        self, persona: Persona, day: date, level: int, talked: Mapping[date, Sequence[TurnStamp]]
    ) -> ReflectionMatter:
        """Return what is known of the days that end with this one."""
        first = day - timedelta(days=reach_days(level, rules=self.rules) - 1)
        stamps = [stamp for each, mine in talked.items() if first <= each <= day for stamp in mine]
        turns = self.talk(persona, self._strongest(persona, stamps, MOST_SHOWN[level]))
        made = self.memories.of_events(persona.id, [turn.event.id for turn in turns])
        ids = tuple(turn.event.id for turn in turns)
        active = in_order(self.goals.all(persona.id, statuses=[GoalStatus.ACTIVE]))
        asked = {int(each.id): each for each in self.questions.all(persona.id)}
        held = {goal.question_id for goal in active}
        return ReflectionMatter(
            event_ids=ids,
            turns=tuple(_reflected(turn, made.get(turn.event.id)) for turn in turns),
            learnt=tuple(self._learnt(persona, ids, first, day)),
            goals=tuple(active),
            shown_goals=tuple(_active(goal, asked, persona) for goal in active),
            questions=tuple(
                each
                for each in ranking.strongest_first(asked.values(), now=self.talk.clock.now(), drives=self.drives)
                if int(each.id) not in held
            ),
        )

    def _strongest(self, persona: Persona, stamps: Sequence[TurnStamp], most: int) -> list[TurnStamp]:
        if len(stamps) <= most:
            return list(stamps)
        stirred = self.talk.reading.stirrings(persona.id, [stamp.event_id for stamp in stamps])
        weight = {number: (each.intensity, each.arousal) for number, each in stirred.items()}
        ranked = sorted(stamps, key=lambda stamp: weight.get(stamp.event_id, (0, 0.0)), reverse=True)
        kept = {stamp.event_id for stamp in ranked[:most]}
        return [stamp for stamp in stamps if stamp.event_id in kept]

    def _learnt(self, persona: Persona, ids: Sequence[EventId], first: date, last: date) -> list[LearntThing]:
        since = moment.start_of(first, tz=persona.tz)
        until = moment.start_of(last + timedelta(days=1), tz=persona.tz)
        held = [state for state in self.beliefs.known(persona.id, at=None) if _is_told(state, since, until)]
        newest = sorted(held, key=lambda state: (-(state.last_confirmed or 0), state.id))[:MOST_LEARNT]
        place = {event_id: number for number, event_id in enumerate(ids, start=1)}
        found = []
        for state in newest:
            step = self.beliefs.history(persona.id, state.id)[-1].change
            rests = tuple(sorted(place[each] for each in step.evidence if each in place))
            changed = step.before is None or step.before.body != step.after.body
            if rests and changed:
                found.append(LearntThing(state.body, rests, is_new=step.before is None))
        return found


def _reflected(turn: TalkedTurn, memory: Memory | None) -> ReflectedTurn:
    stirring = turn.stirring
    return ReflectedTurn(
        day=turn.day,
        user=turn.user,
        assistant=turn.assistant,
        intensity=0 if stirring is None else stirring.intensity,
        arousal=0.0 if stirring is None else stirring.arousal,
        valence=Valence.NEUTRAL if memory is None else memory.emotional_valence,
        keywords=() if memory is None else memory.keywords,
    )


def _active(goal: Goal, asked: Mapping[int, OpenQuestion], persona: Persona) -> ActiveGoal:
    question = None if goal.question_id is None else asked.get(goal.question_id)
    is_gone = goal.question_id is not None and (question is None or not (question.is_open or question.status in _OVER))
    return ActiveGoal(
        text=goal.text,
        term=goal.term,
        day=moment.day(goal.created, tz=persona.tz),
        is_answered=question is not None and question.status in _OVER,
        is_pointless=is_gone,
    )


def _is_told(state: State, since: Moment, until: Moment) -> bool:
    if state.kind not in _TOLD or state.candidate or state.last_confirmed is None:
        return False
    return since <= state.last_confirmed < until and state.valid_to is None
