"""The seed's `goals.json`, and what is counted of goals (SPEC D3, H3; NEX §6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from omoide.domain.goals.goal import Goal, GoalStatus, GoalTerm, in_order
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class ReflectionDates:
    """When it was last reflected, and how deeply: the `meta` of `goals.json`."""

    last_level: int = 0
    """0 before the first reflection."""
    last_level2: date | None = None
    last_level3: date | None = None


@dataclass(frozen=True, slots=True)
class GoalStatistics:
    """How many goals there are of each sort (NEX `get_goal_statistics`)."""

    short_term: int = 0
    long_term: int = 0
    completed: int = 0
    abandoned: int = 0


def statistics(goals: Iterable[Goal]) -> GoalStatistics:
    """Return how many goals there are of each sort."""
    held = list(goals)
    active = [goal for goal in held if goal.is_active]
    return GoalStatistics(
        short_term=sum(goal.term is GoalTerm.SHORT for goal in active),
        long_term=sum(goal.term is GoalTerm.LONG for goal in active),
        completed=sum(goal.status is GoalStatus.COMPLETED for goal in held),
        abandoned=sum(goal.status is GoalStatus.ABANDONED for goal in held),
    )


def as_goals_json(goals: Sequence[Goal], *, tz: ZoneInfo, dates: ReflectionDates | None = None) -> dict[str, object]:
    """Return every goal in the shape of the seed's `goals.json`; times are local, as there."""
    told = dates or ReflectionDates()
    active = in_order(goal for goal in goals if goal.is_active)
    return {
        GoalTerm.SHORT.value: [_goal(goal, tz) for goal in active if goal.term is GoalTerm.SHORT],
        GoalTerm.LONG.value: [_goal(goal, tz) for goal in active if goal.term is GoalTerm.LONG],
        "completed": [_goal(goal, tz) for goal in _ended(goals, GoalStatus.COMPLETED)],
        "abandoned": [_goal(goal, tz) for goal in _ended(goals, GoalStatus.ABANDONED)],
        "meta": {
            "last_reflection_level": told.last_level,
            "last_level2_date": None if told.last_level2 is None else told.last_level2.isoformat(),
            "last_level3_date": None if told.last_level3 is None else told.last_level3.isoformat(),
        },
    }


def seed_time(at: Moment, *, tz: ZoneInfo) -> str:
    """Return a time as the seed's files write it: local, `2026-01-02 04:53:57`."""
    return f"{moment.local(at, tz=tz):%Y-%m-%d %H:%M:%S}"


def _ended(goals: Sequence[Goal], status: GoalStatus) -> list[Goal]:
    found = [goal for goal in goals if goal.status is status]
    return sorted(found, key=lambda goal: (goal.ended or goal.created, goal.id))


def _goal(goal: Goal, tz: ZoneInfo) -> dict[str, object]:
    told: dict[str, object] = {
        "id": goal.label,
        "goal": goal.text,
        "created_at": seed_time(goal.created, tz=tz),
        "status": goal.status.value,
        "progress_notes": [f"[{seed_time(note.at, tz=tz)}] {note.text}" for note in goal.notes],
        "priority": goal.priority,
    }
    if goal.is_active or goal.ended is None:
        return told
    named = ("completed_at", "completion_note") if goal.status is GoalStatus.COMPLETED else (
        "abandoned_at",
        "abandon_reason",
    )  # fmt: skip
    ended: dict[str, object] = {"type": goal.term.value, named[0]: seed_time(goal.ended, tz=tz)}
    return told | ended | ({named[1]: goal.reason} if goal.reason else {})
