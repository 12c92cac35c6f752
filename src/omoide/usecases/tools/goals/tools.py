"""`list_goals`, `add_goal`, `update_goal`, `complete_goal`, `abandon_goal`: what the persona wants to reach (SPEC D3, T1).

It is the persona that judges whether a goal is reached or no longer worth it (NEX §6 判定主体), and what it does is kept as its own.
A call that comes twice changes nothing more: models, and what lies between, repeat what they are not sure of.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from omoide.domain.goals.goal import Goal, GoalStatus, in_order
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import ADDS, SETTLES
from omoide.domain.tools.failure import ToolFailure
from omoide.errors import GoalClosed, GoalKnown
from omoide.usecases.goals.edits import EditGoals
from omoide.usecases.tools.goals.fields import (
    GOALS_A_PAGE,
    GoalAbandonInput,
    GoalAddInput,
    GoalCompleteInput,
    GoalListInput,
    GoalListOutput,
    GoalOutput,
    GoalUpdateInput,
    shown_goal,
)
from omoide.usecases.tools.tool import RECORDS, Tool, ToolCaller, tool

_PERSONA: Final = NoteAuthor.PERSONA
_AROUND: Final = " \t\r\n\"'`「」『』[]()#"
_NOTHING: Final = Bilingual("nothing was given that could be changed", "変えることが何も指定されていません")
_GIVE: Final = Bilingual(
    "give progress_note, priority or term", "progress_note、priority、term のどれかを指定してください"
)


@dataclass(frozen=True, slots=True)
class GoalTools:
    """Knows what the persona wants to reach."""

    edit: EditGoals

    def tools(self) -> tuple[Tool, ...]:
        """Return the five tools."""
        return (*self._made(), *self._ending())

    def _made(self) -> tuple[Tool, ...]:
        return (
            tool(
                "list_goals",
                title=("List goals", "目標の一覧"),
                description=(
                    "List your goals, what you yourself want to reach, with what came of them: the most urgent first.",
                    "自分の目標と進捗の一覧。急ぐものから順に。",
                ),
                announces=("Looked at the goals", "目標を確かめました"),
                takes=GoalListInput,
                gives=GoalListOutput,
                run=self.list_goals,
            ),
            tool(
                "add_goal",
                title=("Add a goal", "目標を立てる"),
                description=(
                    "Set yourself a goal: something you want to reach, soon or in the long run. What the user has to do is "
                    "no goal of yours. If an active goal says the same, that one is shown and nothing is added.",
                    "自分の目標（近いうちに、または長い目で目指すこと）を立てる。相手の用事は自分の目標ではない。"
                    "同じ目標がすでにあれば、それを示すだけで増やさない。",
                ),
                announces=("Set a goal", "目標を立てました"),
                takes=GoalAddInput,
                gives=GoalOutput,
                run=self.add,
                effect=SETTLES,
            ),
            tool(
                "update_goal",
                title=("Note progress of a goal", "目標の進捗を記す"),
                description=(
                    "Note what came of one of your goals, or give it another priority or term. A short-term goal of which "
                    "nothing comes for a long time is given up by itself.",
                    "自分の目標の進捗をメモする。優先度や期間（短期・長期）も変えられる。長く進展のない短期目標は、ひとりでに放棄される。",
                ),
                announces=("Updated a goal", "目標を更新しました"),
                takes=GoalUpdateInput,
                gives=GoalOutput,
                run=self.update,
                effect=ADDS,
            ),
        )

    def _ending(self) -> tuple[Tool, ...]:
        return (
            tool(
                "complete_goal",
                title=("Complete a goal", "目標を達成する"),
                description=(
                    "Say that you have reached one of your goals, because its end is there or because you have done enough. "
                    "It is remembered as an achievement and cannot be taken back.",
                    "自分の目標を達成したことにする。はっきり終わったとき、または十分にやったと思えたとき。達成の思い出として残り、取り消せない。",
                ),
                announces=("Completed a goal", "目標を達成しました"),
                takes=GoalCompleteInput,
                gives=GoalOutput,
                run=self.complete,
                effect=SETTLES,
            ),
            tool(
                "abandon_goal",
                title=("Give a goal up", "目標をあきらめる"),
                description=(
                    "Give one of your goals up and say why: nothing comes of it, or it does not matter any more. The owner "
                    "can take it up again.",
                    "自分の目標を、理由を添えてあきらめる。進展がない、もう大切でなくなったなど。持ち主が再開できる。",
                ),
                announces=("Gave a goal up", "目標をあきらめました"),
                takes=GoalAbandonInput,
                gives=GoalOutput,
                run=self.abandon,
                effect=SETTLES,
            ),
        )

    def list_goals(self, caller: ToolCaller, asked: GoalListInput) -> GoalListOutput:
        """Return a page of goals."""
        every = self.edit.store.all(caller.persona.id, statuses=() if asked.ended else [GoalStatus.ACTIVE])
        over = sorted((goal for goal in every if not goal.is_active), key=lambda goal: (-(goal.ended or 0), -goal.id))
        wanted = [*in_order(goal for goal in every if goal.is_active), *over]
        start = (asked.page - 1) * GOALS_A_PAGE
        page = wanted[start : start + GOALS_A_PAGE]
        return GoalListOutput(
            found=tuple(shown_goal(each, caller.persona) for each in page),
            total=len(wanted),
            frame=RECORDS.of(caller.language),
            next_page=asked.page + 1 if start + GOALS_A_PAGE < len(wanted) else None,
        )

    def add(self, caller: ToolCaller, asked: GoalAddInput) -> GoalOutput:
        """Keep a goal, or show the active one that says the same."""
        try:
            made = self.edit.add(caller.persona, asked.goal, term=asked.term, priority=asked.priority, by=_PERSONA)
        except GoalKnown as known:
            return _output(caller, self.edit.store.named(caller.persona.id, known.label), changed=False)
        return _output(caller, made)

    def update(self, caller: ToolCaller, asked: GoalUpdateInput) -> GoalOutput | ToolFailure:
        """Note what came of a goal, or move it in the order."""
        note = asked.progress_note or ""
        if not note.strip() and asked.priority is None and asked.term is None:
            return failure.refused(_NOTHING, _GIVE)
        before = self.edit.store.named(caller.persona.id, _id(asked.id))
        after = self.edit.edit(
            caller.persona, before.label, priority=asked.priority, term=asked.term, note=note, by=_PERSONA
        )
        return _output(caller, after, changed=after.version != before.version)

    def complete(self, caller: ToolCaller, asked: GoalCompleteInput) -> GoalOutput:
        """Say that a goal was reached."""
        name, note = _id(asked.id), asked.completion_note or ""
        return self._ended(
            caller, name, GoalStatus.COMPLETED, lambda: self.edit.complete(caller.persona, name, note=note, by=_PERSONA)
        )

    def abandon(self, caller: ToolCaller, asked: GoalAbandonInput) -> GoalOutput:
        """Give a goal up."""
        name = _id(asked.id)
        return self._ended(
            caller,
            name,
            GoalStatus.ABANDONED,
            lambda: self.edit.abandon(caller.persona, name, reason=asked.reason, by=_PERSONA),
        )

    def _ended(self, caller: ToolCaller, name: str, wanted: GoalStatus, end: Callable[[], Goal]) -> GoalOutput:
        try:
            return _output(caller, end())
        except GoalClosed:
            found = self.edit.store.named(caller.persona.id, name)
            if found.status is not wanted:
                raise
            return _output(caller, found, changed=False)


def _output(caller: ToolCaller, goal: Goal, *, changed: bool = True) -> GoalOutput:
    return GoalOutput(changed=changed, now=shown_goal(goal, caller.persona), frame=RECORDS.of(caller.language))


def _id(given: str) -> str:
    """Return the id that is meant, quotes, width and case aside."""
    return unicodedata.normalize("NFKC", given).strip(_AROUND).lower()
