"""What the tools for goals take and give; names as in the seed's `goals.json` (SPEC D3, T1)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.goals.goal import (
    HIGHEST,
    LONGEST_GOAL,
    LONGEST_WORDS,
    LOWEST,
    MIDDLE,
    Goal,
    GoalStatus,
    GoalTerm,
)
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import shown_line
from omoide.usecases.tools.tool import FRAME

NOTES_SHOWN: Final = 3
"""Of one goal, the newest."""
GOALS_A_PAGE: Final = 20
MOST_PAGES: Final = 100_000
LONGEST_ID: Final = 40
_ID: Final = ("The id that list_goals shows, such as sh_000012.", "list_goals で示される id（例 sh_000012）。")
_ID_NAMES: Final = ("goal_id", "label", "goal", "which")
_PRIORITY: Final = (
    f"How urgent: {HIGHEST} is the most urgent, {LOWEST} the least.",
    f"優先度。{HIGHEST} が最優先、{LOWEST} が最後。",
)
_TERM: Final = (
    "short_term: to be reached soon. long_term: in the long run.",
    "short_term: 短期（近いうち）。long_term: 長期。",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGoal:
    """A goal as it stands."""

    id: str = said("Its id.", "id。")
    goal: str = said("What is to be reached.", "目標。")
    term: GoalTerm = said(*_TERM)
    priority: int = said(*_PRIORITY)
    status: GoalStatus = said(
        "active, completed (reached) or abandoned (given up).",
        "active（進行中）、completed（達成）、abandoned（あきらめた）。",
    )
    created: str = said("The day it was made.", "立てた日。")
    progress_notes: tuple[str, ...] | None = said(
        f"What came of it: the newest {NOTES_SHOWN} notes, oldest first.",
        f"進捗メモ。新しい方から{NOTES_SHOWN}件を、古い順に。",
        default=None,
    )
    earlier_notes: int | None = said("How many notes came before these.", "それより前のメモの数。", default=None)
    ended: str | None = said("The day it was reached or given up.", "達成した、またはあきらめた日。", default=None)
    reason: str | None = said(
        "How it was reached, or why it was given up.", "達成のいきさつ、またはあきらめた理由。", default=None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalListInput:
    """Which goals."""

    ended: bool = said(
        "Also those that were reached or given up.",
        "達成したもの、あきらめたものも。",
        default=False,
        other_names=("all", "include_ended", "include_completed", "archived"),
    )
    page: int = said(
        f"Page of {GOALS_A_PAGE} goals.", f"{GOALS_A_PAGE}件ごとのページ。", default=1, least=1, most=MOST_PAGES
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalListOutput:
    """Goals."""

    found: tuple[ShownGoal, ...] = said(
        "The goals of this page: the most urgent first, ended ones behind them.",
        "このページの目標。急ぐものから順に、終わったものはその後ろ。",
    )
    total: int = said("How many there are.", "全部の数。")
    frame: str = said(*FRAME)
    next_page: int | None = said("The page that follows, if one does.", "次のページ（あれば）。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalAddInput:
    """A goal to be kept."""

    goal: str = said(
        "What you want to reach, in one line.",
        "目指すことを一行で。",
        longest=LONGEST_GOAL,
        other_names=("text", "content", "title", "description", "name"),
    )
    term: GoalTerm = said(*_TERM, default=GoalTerm.SHORT, other_names=("type", "goal_type", "kind"))
    priority: int = said(*_PRIORITY, default=MIDDLE, least=HIGHEST, most=LOWEST, other_names=("urgency",))


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalUpdateInput:
    """What is new about a goal."""

    id: str = said(*_ID, longest=LONGEST_ID, other_names=_ID_NAMES)
    progress_note: str | None = said(
        "What came of it, in one line; notes are only added.",
        "進捗を一行で。メモは増えるだけで消えない。",
        default=None,
        longest=LONGEST_WORDS,
        other_names=("note", "progress", "text"),
    )
    priority: int | None = said(*_PRIORITY, default=None, least=HIGHEST, most=LOWEST, other_names=("urgency",))
    term: GoalTerm | None = said(*_TERM, default=None, other_names=("type", "goal_type", "kind"))


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalCompleteInput:
    """What has been reached."""

    id: str = said(*_ID, longest=LONGEST_ID, other_names=_ID_NAMES)
    completion_note: str | None = said(
        "How it was reached, in one line.",
        "どう達成したかを一行で。",
        default=None,
        longest=LONGEST_WORDS,
        other_names=("note", "reason", "how"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalAbandonInput:
    """What is given up, and why."""

    id: str = said(*_ID, longest=LONGEST_ID, other_names=_ID_NAMES)
    reason: str = said(
        "Why it is given up, in one line.",
        "あきらめる理由を一行で。",
        longest=LONGEST_WORDS,
        other_names=("why", "abandon_reason", "note"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalOutput:
    """What became of a goal."""

    changed: bool = said(
        "false: it stood so already, and nothing was changed.", "false なら、すでにその通りで何も変えていない。"
    )
    now: ShownGoal = said("The goal as it stands now.", "いまの目標。")
    frame: str = said(*FRAME)


def shown_goal(goal: Goal, persona: Persona) -> ShownGoal:
    """Return a goal as a model is shown it."""
    newest = goal.notes[-NOTES_SHOWN:]
    return ShownGoal(
        id=goal.label,
        goal=shown_line(goal.text),
        term=goal.term,
        priority=goal.priority,
        status=goal.status,
        created=moment.day(goal.created, tz=persona.tz).isoformat(),
        progress_notes=tuple(
            f"[{moment.day(note.at, tz=persona.tz).isoformat()}] {shown_line(note.text)}" for note in newest
        )
        or None,
        earlier_notes=len(goal.notes) - len(newest) or None,
        ended=None if goal.ended is None else moment.day(goal.ended, tz=persona.tz).isoformat(),
        reason=shown_line(goal.reason) or None,
    )
