"""Goals that are given up by themselves, with the seed's reasons (SPEC D3; NEX Phase D 自動整理ロジック).

Every night short-term goals are given up of which nothing came for thirty days (`auto_cleanup_stale_goals`).  A weekly or
monthly reflection leaves at most ten short-term goals (`enforce_goal_limit`): the least urgent go first, of those the oldest.
Long-term goals are never given up by themselves.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from omoide.domain.goals.goal import Goal, GoalTerm, abandoned
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, Moment


@dataclass(frozen=True, slots=True)
class GoalRules:
    """The knobs."""

    stale_days: int = 30
    most_short: int = 10
    shown_short: int = 3
    shown_long: int = 2


def stale(goals: Iterable[Goal], *, now: Moment, rules: GoalRules, language: Language) -> list[Goal]:
    """Return those goals, as given up, of which nothing came for too long."""
    old = [goal for goal in _short(goals) if now - goal.last_progress >= rules.stale_days * DAY_SECONDS]
    reason = stale_reason(rules.stale_days, language=language)
    return [abandoned(goal, at=now, by=NoteAuthor.OMOIDE, reason=reason) for goal in old]


def surplus(goals: Iterable[Goal], *, until: Moment, now: Moment, rules: GoalRules, language: Language) -> list[Goal]:
    """Return those goals, as given up, that are too many among the ones there were at a moment: that of the reflection."""
    held = [goal for goal in _short(goals) if goal.active_since <= until]
    going = sorted(held, key=lambda goal: (-goal.priority, goal.created, goal.id))[
        : max(0, len(held) - rules.most_short)
    ]
    return [abandoned(goal, at=now, by=NoteAuthor.OMOIDE, reason=surplus_reason(language=language)) for goal in going]


def stale_reason(days: int, *, language: Language) -> str:
    """Return the seed's own words for a goal of which nothing came."""
    if language is Language.JA:
        return f"自動整理: {days}日以上進展なし"
    return f"tidied by itself: no progress for {days} days or more"


def surplus_reason(*, language: Language) -> str:
    """Return why a goal beyond the limit went."""
    return "自動整理: 目標上限超過" if language is Language.JA else "tidied by itself: more goals than the limit"


def _short(goals: Iterable[Goal]) -> list[Goal]:
    return [goal for goal in goals if goal.is_active and goal.term is GoalTerm.SHORT]
