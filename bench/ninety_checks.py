"""What must hold on every day of a life with nights: reports as the store has it, levels on their days, goals and drives in bounds."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Final

from bench.ninety_talk import LivedDay
from omoide import Mind
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.goals.goal import GoalTerm
from omoide.domain.questions.question import QuestionStatus
from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.topics.topic import MemberKind

MOST_SHORT: Final = 10
STALE_DAYS: Final = 30
MOST_OPEN: Final = 20
WEEKLY_DAYS: Final = 7
MONTHLY_DAYS: Final = 30
WAY: Final = {
    QuestionStatus.OPEN: 0,
    QuestionStatus.RESOLVED: 1,
    QuestionStatus.FADED: 1,
    QuestionStatus.CONVERTED: 2,
}
"""Moves from being asked."""
Standing = dict[Any, Any]


@dataclass
class StageWatch:
    """Hears of a sleep, and holds what each stage reports against what the store says before and after it."""

    mind: Mind
    wrong: list[str] = field(default_factory=list)
    _before: dict[SleepStage, Standing] = field(default_factory=dict)
    _ended: set[SleepStage] = field(default_factory=set)

    def __call__(self, report: SleepReport) -> None:
        """Look at the stage that is under way, or has just ended."""
        for result in report.results[-1:]:
            stage = result.stage
            if result.state is StageState.UNDER_WAY:
                if stage not in self._before:
                    self._before[stage] = standing(self.mind, stage)
            elif stage not in self._ended:
                self._ended.add(stage)
                self._compare(stage, result.items, result.state)

    def _compare(self, stage: SleepStage, items: int, state: StageState) -> None:
        before, after = self._before[stage], standing(self.mind, stage)
        moved = moves(stage, before, after)
        if items != moved:
            self.wrong.append(f"stage {stage}: told {items}, the store says {moved}")
        if state is not (StageState.DONE if items else StageState.NOTHING):
            self.wrong.append(f"stage {stage}: {state} with {items} items")


def standing(mind: Mind, stage: SleepStage) -> Standing:
    """Return what a stage works on, as it stands in the store."""
    return _STANDING[stage](mind)


def moves(stage: SleepStage, before: Standing, after: Standing) -> int:
    """Return how much a stage did, by what stood before and after it."""
    if stage is SleepStage.QUESTIONS:
        return sum(
            WAY[status] - WAY[before[key]] if key in before else 1 + WAY[status] for key, status in after.items()
        )
    if stage is SleepStage.NIGHT:
        return int(after["memories"]) if after["night"] != before["night"] else 0
    if stage is SleepStage.TIDY:
        return int(after["count"]) - int(before["count"])
    return sum(before.get(key) != value for key, value in after.items())


def _night(mind: Mind) -> Standing:
    last = mind.memories.reports(limit=1)
    return {"night": last[0].until, "memories": last[0].memories} if last else {"night": None, "memories": 0}


def _told(kind: EpisodeKind) -> Callable[[Mind], Standing]:
    def found(mind: Mind) -> Standing:
        return {each.label: each.text.version for each in mind.episodes.all(archived=True) if each.kind is kind}

    return found


def _topics(mind: Mind) -> Standing:
    days = {each.label for each in mind.episodes.all(archived=True) if not each.is_special}
    return {
        (member.kind, member.item_id): True
        for topic in mind.topics.list(archived=True)
        for member in mind.topics.members(topic.id)
        if member.kind is MemberKind.MEMORY or member.label not in days
    }


def _proposals(mind: Mind) -> Standing:
    kept = [each.proposal for each in mind.entities.proposals(status=None)]
    return {each.key: (each.days, each.uses, each.made) for each in kept}


def _vectors(mind: Mind) -> Standing:
    folder = mind._home.foundation.folder  # noqa: SLF001 - which passages have vectors is nobody's business but a measurement's
    with closing(sqlite3.connect(folder / "omoide.db")) as connection:
        return dict(
            connection.execute("SELECT passage_id, hash FROM vectors JOIN passages ON passages.id = passage_id")
        )


_STANDING: Final[dict[SleepStage, Callable[[Mind], Standing]]] = {
    SleepStage.NIGHT: _night,
    SleepStage.EPISODES: _told(EpisodeKind.DAY),
    SleepStage.WEEKLY: _told(EpisodeKind.WEEK),
    SleepStage.REFLECT: lambda mind: {each.day: each.level for each in mind.dreams.reflections()},
    SleepStage.GOALS: lambda mind: {each.id: (each.status, each.is_told) for each in mind.goals.list(ended=True)},
    SleepStage.QUESTIONS: lambda mind: {each.id: each.status for each in mind.questions.list(ended=True)},
    SleepStage.ENTITIES: _proposals,
    SleepStage.TOPICS: _topics,
    SleepStage.TIDY: lambda mind: {"count": sum(each.closed for each in mind.beliefs.tidyings())},
    SleepStage.INDEX: _vectors,
}


def after_sleep(mind: Mind, lived: LivedDay, report: SleepReport) -> list[str]:
    """Return what is off in the morning."""
    wrong = [f"stage {each.stage} was left: {each.why}" for each in report.results if each.state is StageState.LEFT]
    if report.ended is None:
        wrong.append("the sleep has no end")
    short = [goal for goal in mind.goals.list() if goal.term is GoalTerm.SHORT]
    deep = [each for each in mind.dreams.reflections() if each.level > 1 and each.at == lived.sleeps]
    if deep and len(short) > MOST_SHORT:
        wrong.append(f"{len(short)} short-term goals after a deep reflection")
    stale = [goal for goal in short if lived.sleeps - goal.last_progress >= STALE_DAYS * DAY_SECONDS]
    wrong += [f"stale goal {goal.label} is still active" for goal in stale]
    asked = mind.questions.list(ended=True)
    if sum(each.is_open for each in asked) > MOST_OPEN:
        wrong.append("too many open questions")
    wrong += [f"question {each.id} waits to be converted" for each in asked if each.status is QuestionStatus.RESOLVED]
    status = mind.index_status()[0]
    if status.vectors != status.passages:
        wrong.append(f"{status.passages - status.vectors} passages without a vector")
    for at in (lived.evening, lived.sleeps, Moment(lived.sleeps + 7 * 3_600)):
        state = mind.inner_state(at)
        wrong += [f"drive {drive} is {level}" for drive, level in state.levels if not 0.0 <= level <= 1.0]
    return [f"{lived.day}: {each}" for each in wrong]


def at_the_end(mind: Mind, days: list[LivedDay]) -> list[str]:
    """Return what is off when all days are lived through."""
    reflected = [(each.day, each.level) for each in mind.dreams.reflections()]
    wrong = [
        f"{day}: level {level}, by its dates {wanted}"
        for (day, level), wanted in zip(reflected, levels_by_dates([day for day, _ in reflected]), strict=True)
        if level != wanted
    ]
    tz, last = mind.persona.tz, moment.day(days[-1].sleeps, tz=mind.persona.tz)
    talked = sorted({moment.day(at, tz=tz) for each in days for _, at in each.talk} - {last})
    told = [each.span.first for each in mind.episodes.all(archived=True) if each.kind is EpisodeKind.DAY]
    for name, held in (("reflected on", [day for day, _ in reflected]), ("told", told)):
        wrong += [f"{day} was not {name}" for day in talked if day not in held]
        wrong += [f"{day} was {name} twice" for day, next_day in pairwise(sorted(held)) if day == next_day]
    backlog = mind.digest_status()
    if backlog.waiting:
        wrong.append(f"{backlog.waiting} turns wait to be digested")
    return wrong


def levels_by_dates(days: list[date]) -> list[int]:
    """Return the level of each day that was reflected on, from the dates alone."""
    found: list[int] = []
    weekly = monthly = days[0] if days else date.min
    for place, day in enumerate(days):
        level = 1
        if place and day - monthly >= timedelta(days=MONTHLY_DAYS):
            level = 3
        elif place and day - weekly >= timedelta(days=WEEKLY_DAYS):
            level = 2
        weekly = day if level > 1 else weekly
        monthly = day if level > 2 else monthly
        found.append(level)
    return found
