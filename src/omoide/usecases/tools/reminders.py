"""`list_reminders`, `complete_reminder`, `dismiss_reminder`: what is due, and what the user says of it (SPEC X16).

A persona settles what the user has told it; the change says that it was made by a tool, and the owner can take it back.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.beliefs.state import StateId
from omoide.domain.notes.note import LONGEST_REASON
from omoide.domain.personas.persona import Persona
from omoide.domain.reminders.reminder import Reminder, ReminderStage
from omoide.domain.time import moment
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import SETTLES
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import shown_line
from omoide.usecases.reminders.due import LookAtDue
from omoide.usecases.reminders.settle import SettleDue
from omoide.usecases.tools.notes import REASON
from omoide.usecases.tools.tool import FRAME, RECORDS, Tool, ToolCaller, tool

MOST_ID: Final = 2**53
MOST_LISTED: Final = 50
_BY_TOOL: Final = Bilingual("by the persona's tool", "人格のツールによる")
_ID = ("The id that list_reminders shows.", "list_reminders で示される番号。")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderListInput:
    """Which due things."""

    all: bool = said(
        "Also what comes later, was dismissed or put off.",
        "まだ先のもの、知らせないことにしたもの、後回しにしたものも。",
        default=False,
        other_names=("include_all", "everything"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedReminder:
    """A due thing."""

    id: int = said("Its id.", "番号。")
    what: str = said("What is to be done.", "すること。")
    due: str = said("The day, or the day and time (local).", "期限の日（または日時、現地時間）。")
    stage: ReminderStage = said(
        "later, soon, today or overdue.", "later（先）、soon（まもなく）、today（今日）、overdue（過ぎた）。"
    )
    dismissed: bool | None = said("It is not to be told any more.", "もう知らせないもの。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderListOutput:
    """What is due."""

    found: tuple[ListedReminder, ...] = said("What is due, the soonest first.", "期限のあるもの。近い順。")
    frame: str = said(*FRAME)
    more: int | None = said("How many more there are.", "ほかにある数。", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderDoneInput:
    """What has been done."""

    id: int = said(*_ID, least=1, most=MOST_ID, other_names=("task_id", "reminder_id", "task", "number"))
    reason: str | None = said(*REASON, default=None, longest=LONGEST_REASON - 100, other_names=("why", "note"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderDismissInput:
    """What need not be told any more."""

    id: int = said(*_ID, least=1, most=MOST_ID, other_names=("task_id", "reminder_id", "task", "number"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderSettledOutput:
    """What became of it."""

    id: int = said("Its id.", "番号。")
    done: bool = said(
        "Whether it counts as done; if not, it stays open and is not told.",
        "済んだかどうか。そうでなければ、残したまま知らせない。",
    )


@dataclass(frozen=True, slots=True)
class ReminderTools:
    """Knows what is due."""

    look: LookAtDue
    settle: SettleDue

    def tools(self) -> tuple[Tool, ...]:
        """Return the three tools."""
        return (
            tool(
                "list_reminders",
                title=("List due things", "予定・期限の一覧"),
                description=(
                    "List what the user has to do and when: by default what is due about now.",
                    "相手の用事と期限の一覧。ふつうは、いまごろ期限のもの。",
                ),
                announces=("Looked at what is due", "予定・期限を確かめました"),
                takes=ReminderListInput,
                gives=ReminderListOutput,
                run=self.list_due,
            ),
            tool(
                "complete_reminder",
                title=("Mark as done", "済みにする"),
                description=(
                    "Say that a task has been done, when the user has told you so. It is not told any more.",
                    "用事が済んだと相手から聞いたとき、済みにする。もう知らせない。",
                ),
                announces=("Marked a task as done", "用事を済みにしました"),
                takes=ReminderDoneInput,
                gives=ReminderSettledOutput,
                run=self.done,
                effect=SETTLES,
            ),
            tool(
                "dismiss_reminder",
                title=("Do not remind again", "知らせない"),
                description=(
                    "Say that a task need not be told any more, when the user wants no reminder. It stays open.",
                    "もう知らせなくてよいと言われた用事を、知らせないことにする。用事そのものは残る。",
                ),
                announces=("Dismissed a reminder", "知らせを止めました"),
                takes=ReminderDismissInput,
                gives=ReminderSettledOutput,
                run=self.dismiss,
                effect=SETTLES,
            ),
        )

    def list_due(self, caller: ToolCaller, asked: ReminderListInput) -> ReminderListOutput:
        """Return what is due; nothing is marked as told."""
        every = self.look(caller.persona, at=self.settle.clock.now())
        wanted = [each for each in every if asked.all or each.is_open]
        return ReminderListOutput(
            found=tuple(listed(each, caller.persona) for each in wanted[:MOST_LISTED]),
            frame=RECORDS.of(caller.language),
            more=len(wanted) - MOST_LISTED if len(wanted) > MOST_LISTED else None,
        )

    def done(self, caller: ToolCaller, asked: ReminderDoneInput) -> ReminderSettledOutput:
        """Say that a task has been done."""
        told = ": ".join(part for part in (_BY_TOOL.of(caller.persona.language), asked.reason or "") if part)
        self.settle.done(caller.persona, StateId(asked.id), reason=told)
        return ReminderSettledOutput(id=asked.id, done=True)

    def dismiss(self, caller: ToolCaller, asked: ReminderDismissInput) -> ReminderSettledOutput:
        """Say that it need not be told any more."""
        self.settle.dismiss(caller.persona, StateId(asked.id))
        return ReminderSettledOutput(id=asked.id, done=False)


def listed(each: Reminder, persona: Persona) -> ListedReminder:
    """Return a due thing as a model is shown it."""
    task = each.task
    due = task.day.isoformat() if task.is_whole_day else moment.iso_for_model(task.due, tz=persona.tz)
    return ListedReminder(
        id=int(task.id),
        what=shown_line(task.body),
        due=due,
        stage=each.stage,
        dismissed=True if each.dismissed else None,
    )
