"""Reflect: days that are over are reflected on, each once, at the level that its date asks for (SPEC D2; NEX Dreaming Process).

Entry, goals and the mark of the day are kept together: broken off anywhere, the next run goes on, and a second one does nothing.  A model
that cannot be reached leaves the day for the next night; where one refuses, rules reflect.  A day whose entry was erased is
reflected on again, at the same level, without what is gone; goals do not move for it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from omoide.asks.reflect import Reflect
from omoide.domain.beliefs.state import same_words
from omoide.domain.episodes.days import TurnStamp
from omoide.domain.events.event import EventId
from omoide.domain.goals import goal as goals
from omoide.domain.goals.goal import Goal, NewGoal, ProgressNote
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.domain.reflection import by_rules, levels
from omoide.domain.reflection.insight import InsightSentence, NewInsight
from omoide.domain.reflection.levels import Reflection, ReflectionRules
from omoide.domain.reflection.reflecting import Reflected
from omoide.domain.time.moment import Moment
from omoide.errors import GoalMoved, InvalidInput, Refused, Unavailable
from omoide.ports.models.thinker import Thinker
from omoide.ports.reflection.reflections import NewReflection, ReflectionStore
from omoide.ports.reflection.store import DreamDiary
from omoide.usecases.reflection.gather import GatherReflection, ReflectionMatter

MOST_A_NIGHT: Final = 7
"""Days that one run reflects on, the newest: of a long past nobody asks what each day meant."""
BY_RULES: Final = "rules"


@dataclass(frozen=True, slots=True)
class ReflectionReport:
    """What a run made."""

    made: tuple[tuple[date, int], ...] = ()
    """Days, each with its level."""
    remade: tuple[date, ...] = ()
    new_goals: int = 0
    moved_goals: tuple[str, ...] = ()
    """By their ids."""
    stopped_by: str = ""
    """Why days were left for the next night."""

    @property
    def level(self) -> int:
        """Return the deepest level of the run; 0 when no day was reflected on."""
        return max((level for _, level in self.made), default=0)


@dataclass(frozen=True, slots=True)
class ReflectOnDays:
    """Reflects on the days that are over."""

    store: ReflectionStore
    diary: DreamDiary
    gather: GatherReflection
    thinker: Callable[[], Thinker]
    rules: ReflectionRules

    def __call__(self, persona: Persona, *, between: Callable[[], None] | None = None) -> ReflectionReport:
        """Reflect on what is to be reflected on, oldest first."""
        report, before = ReflectionReport(), self.store.all(persona.id)
        talked = self.gather.talk.days(persona)
        stale = [(each.day, each.level, each) for each in before if each.is_stale and each.day in talked]
        due = levels.due_days(talked, before, most=MOST_A_NIGHT)
        for day, level, again in [*stale, *((day, 0, None) for day in due)]:
            asked = level or levels.level_of(day, before, rules=self.rules)
            try:
                kept, new = self._reflected(persona, day, asked, talked, again)
            except (Unavailable, GoalMoved) as exc:
                return replace(report, stopped_by=str(exc) or type(exc).__name__)
            if kept is not None and new is not None:
                report = _with(report, kept, new, is_again=again is not None)
                before = [*before, kept]
            if between is not None:
                between()
        return report

    def _reflected(
        self,
        persona: Persona,
        day: date,
        level: int,
        talked: Mapping[date, Sequence[TurnStamp]],
        again: Reflection | None,
    ) -> tuple[Reflection | None, NewReflection | None]:
        """Reflect on a day and keep it; nothing for a day in which nobody talked."""
        gathered = self.gather(persona, day, level, talked)
        if not gathered.turns:
            return None, None
        told, by = self._told(persona, day, level, gathered)
        at = self.gather.talk.clock.now() if again is None else again.at
        new = NewReflection(
            day=day,
            level=level,
            at=at,
            by=by,
            insight=_insight(told, gathered, by=by, at=at),
            new_goals=_new_goals(told, gathered, by=by, at=at),
            moved_goals=_moved(told, gathered, by=by, at=at),
        )
        return self.store.keep(persona.id, new), new

    def _told(self, persona: Persona, day: date, level: int, gathered: ReflectionMatter) -> tuple[Reflected, str]:
        before = self.diary.latest_strategy(persona.id)
        ask = Reflect(
            day=day,
            level=level,
            turns=gathered.turns,
            goals=gathered.shown_goals,
            strategy="" if before is None else before.strategy,
            learnt=gathered.learnt,
            wanted=gathered.wanted,
        )
        try:
            told = self.thinker().answer(ask)
        except Refused:
            return reflected_by_rules(ask, persona), BY_RULES
        return told.value, told.by


def reflected_by_rules(ask: Reflect, persona: Persona) -> Reflected:
    """Return what rules make of it; of talk without a sentence to quote, nothing is seen."""
    told = by_rules.reflect(
        ask.turns, level=ask.level, learnt=ask.learnt, goals=ask.goals, wanted=ask.wanted, language=persona.language
    )
    try:
        return ask.checked(told)
    except InvalidInput:
        return replace(told, sights=())


def _insight(told: Reflected, gathered: ReflectionMatter, *, by: str, at: Moment) -> NewInsight | None:
    if not told.sights:
        return None
    return NewInsight(
        created=at,
        trigger_topic=told.trigger_topic,
        sentences=tuple(InsightSentence(each.text, _events(gathered, each.rests_on)) for each in told.sights),
        strategy=told.strategy,
        log_entry=told.log_entry,
        by=by,
        made_of=gathered.event_ids,
    )


def _new_goals(told: Reflected, gathered: ReflectionMatter, *, by: str, at: Moment) -> tuple[NewGoal, ...]:
    """Return the goals to be made: those that no active one says already, resting on what was seen or on their question."""
    made: list[NewGoal] = []
    seen = _events(gathered, sorted({number for each in told.sights for number in each.rests_on}))
    for wish in told.moves.new:
        about = gathered.questions[wish.question - 1] if 0 < wish.question <= len(gathered.questions) else None
        taken = [*(held.text for held in gathered.goals), *(held.text for held in made)]
        if any(same_words(wish.text, text) for text in taken):
            continue
        made.append(
            NewGoal(
                term=wish.term,
                text=wish.text,
                created=at,
                author=_author(by),
                priority=wish.priority,
                question_id=None if about is None else int(about.id),
                evidence=seen if about is None else about.evidence,
            )
        )
    return tuple(made)


def _moved(told: Reflected, gathered: ReflectionMatter, *, by: str, at: Moment) -> tuple[Goal, ...]:
    author, moves = _author(by), told.moves
    progress = [
        goals.noted(goal, ProgressNote(at, each.words, author))
        for each in moves.progress
        if len((goal := gathered.goals[each.goal - 1]).notes) < goals.MOST_NOTES
    ]
    completed = [
        goals.completed(gathered.goals[each.goal - 1], at=at, by=author, note=each.words) for each in moves.completed
    ]
    abandoned = [
        goals.abandoned(gathered.goals[each.goal - 1], at=at, by=author, reason=each.words) for each in moves.abandoned
    ]
    return (*progress, *completed, *abandoned)


def _author(by: str) -> NoteAuthor:
    return NoteAuthor.OMOIDE if by == BY_RULES else NoteAuthor.PERSONA


def _events(gathered: ReflectionMatter, numbers: Sequence[int]) -> tuple[EventId, ...]:
    return tuple(gathered.event_ids[number - 1] for number in numbers)


def _with(report: ReflectionReport, kept: Reflection, new: NewReflection, *, is_again: bool) -> ReflectionReport:
    if is_again:
        return replace(report, remade=(*report.remade, kept.day))
    return replace(
        report,
        made=(*report.made, (kept.day, kept.level)),
        new_goals=report.new_goals + len(new.new_goals),
        moved_goals=(*report.moved_goals, *(goal.label for goal in new.moved_goals)),
    )
