"""`edit_core_memory` and `edit_notepad`: what a model is always shown, edited by the persona itself (SPEC N1, T1)."""

from dataclasses import dataclass

from omoide.domain.notes.note import LONGEST_REASON, NoteAddress, NoteKind
from omoide.domain.tools.definition import EDITS
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import said
from omoide.usecases.tools.note_edits import LONGEST_EDIT, AskedEdit, EditForPersona, NoteAction, NoteEditOutput
from omoide.usecases.tools.tool import Tool, ToolCaller, tool

PASSAGE = (
    "For replace and delete: the passage, exactly as it is shown; whole lines are safest.",
    "replace と delete で: 対象の箇所を、表示されたとおりに。行ごとが確実。",
)
REASON = ("Why; kept with the edit.", "理由。編集の記録に残る。")
BASE = (
    "The version that was read: if somebody has written since, nothing is changed.",
    "読んだときの版。その後だれかが書いていたら、何も変えない。",
)
MOST_VERSION = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteEditInput:
    """What is to be done with a note."""

    action: NoteAction = said(
        "append: add to the end. replace: put text in place of passage. delete: take passage out. rewrite: put text in "
        "place of everything.",
        "append: 末尾に加える。replace: passage を text に置きかえる。delete: passage を消す。rewrite: 全体を text に書きかえる。",
        other_names=("operation", "mode", "op", "command"),
    )
    text: str | None = said(
        "What is written; not for delete.",
        "書く内容。delete では不要。",
        default=None,
        longest=LONGEST_EDIT,
        other_names=("content", "new_text", "new", "value"),
    )
    passage: str | None = said(
        *PASSAGE, default=None, longest=LONGEST_EDIT, other_names=("old_text", "old", "old_str", "target")
    )
    reason: str | None = said(*REASON, default=None, longest=LONGEST_REASON, other_names=("why",))
    base_version: int | None = said(*BASE, default=None, least=0, most=MOST_VERSION, other_names=("base", "version"))


@dataclass(frozen=True, slots=True)
class NoteTools:
    """Edits core memory and notepad."""

    edit: EditForPersona

    def tools(self) -> tuple[Tool, ...]:
        """Return the two tools."""
        return (
            tool(
                "edit_core_memory",
                title=("Edit core memory", "コアメモリの編集"),
                description=(
                    "Change your core memory: who you are, your values, your bond with the user, lasting promises. It "
                    "is shown to you in every conversation, so keep it short. Every edit can be taken back by the owner.",
                    "コアメモリ（自分の名前・性格・価値観、相手との関係、大切な約束）を書きかえる。毎回の会話で示されるので短く保つ。"
                    "どの編集も持ち主が元に戻せる。",
                ),
                announces=("Edited core memory", "コアメモリを編集しました"),
                takes=NoteEditInput,
                gives=NoteEditOutput,
                run=self.core_memory,
                effect=EDITS,
            ),
            tool(
                "edit_notepad",
                title=("Edit the notepad", "メモ帳の編集"),
                description=(
                    "Change your notepad: today's plans, passing facts, notes to yourself. It is shown to you in every "
                    "conversation; take out what is done with. Every edit can be taken back by the owner.",
                    "メモ帳（今日の予定、一時的な事実、自分用のメモ）を書きかえる。毎回の会話で示されるので、済んだものは消す。"
                    "どの編集も持ち主が元に戻せる。",
                ),
                announces=("Edited the notepad", "メモ帳を編集しました"),
                takes=NoteEditInput,
                gives=NoteEditOutput,
                run=self.notepad,
                effect=EDITS,
            ),
        )

    def core_memory(self, caller: ToolCaller, asked: NoteEditInput) -> NoteEditOutput | ToolFailure:
        """Edit the core memory."""
        return self.edit(caller, NoteAddress(NoteKind.CORE_MEMORY), _asked(asked))

    def notepad(self, caller: ToolCaller, asked: NoteEditInput) -> NoteEditOutput | ToolFailure:
        """Edit the notepad."""
        return self.edit(caller, NoteAddress(NoteKind.NOTEPAD), _asked(asked))


def _asked(given: NoteEditInput) -> AskedEdit:
    return AskedEdit(given.action, given.text, given.passage, given.reason or "", given.base_version)
