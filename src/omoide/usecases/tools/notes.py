"""Core memory and notepad: what a model is always shown, read and edited by the persona itself (SPEC N1, T1).

A client that knows nothing but these tools is shown nothing by itself: it reads what it edits by `read_core_memory` and `read_notepad`.
"""

from dataclasses import dataclass

from omoide.domain.notes.note import LONGEST_REASON, NoteAddress, NoteKind
from omoide.domain.tools.definition import EDITS
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import said
from omoide.usecases.notes.reading import ReadNotes
from omoide.usecases.tools.note_edits import LONGEST_EDIT, AskedEdit, EditForPersona, NoteAction, NoteEditOutput
from omoide.usecases.tools.sources import PRESENT, Excerpt, NoteTexts, TextSources
from omoide.usecases.tools.tool import FRAME, RECORDS, Tool, ToolCaller, tool

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
class NoteReadInput:
    """From where a note is read."""

    handle: str | None = said(
        "To read on: the handle that came with the text. Without it, from the beginning.",
        "続きを読むとき: 渡された handle。省くと最初から。",
        default=None,
        longest=200,
        other_names=("cursor", "continue", "next"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteReadOutput:
    """A note, or a stretch of it."""

    text: str = said("What it says.", "書いてあること。")
    characters: int = said("How many characters the whole has.", "全体の文字数。")
    version: int = said("Its version; give it as base_version when you edit.", "版。編集するとき base_version に使う。")
    frame: str = said(*FRAME)
    handle: str | None = said(
        "Where it goes on: call this tool again with it. Missing at the end.",
        "続きの場所。このツールに渡すと続きが読める。最後まで読めば無い。",
        default=None,
    )


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
    """Reads and edits core memory and notepad."""

    read: ReadNotes
    edit: EditForPersona
    most: int
    """Characters at once."""

    def tools(self) -> tuple[Tool, ...]:
        """Return the four tools."""
        return (*self._core_memory(), *self._notepad())

    def _core_memory(self) -> tuple[Tool, ...]:
        return (
            tool(
                "read_core_memory",
                title=("Read core memory", "コアメモリを読む"),
                description=(
                    "Read your core memory: who you are, your values, your bond with the user, lasting promises. Read it "
                    "before you edit it, if it is not before you.",
                    "コアメモリ（自分の名前・性格・価値観、相手との関係、大切な約束）を読む。示されていなければ、編集する前に読む。",
                ),
                announces=("Read core memory", "コアメモリを読みました"),
                takes=NoteReadInput,
                gives=NoteReadOutput,
                run=self.show_core_memory,
            ),
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
        )

    def _notepad(self) -> tuple[Tool, ...]:
        return (
            tool(
                "read_notepad",
                title=("Read the notepad", "メモ帳を読む"),
                description=(
                    "Read your notepad: today's plans, passing facts, notes to yourself. Read it before you edit it, if it "
                    "is not before you.",
                    "メモ帳（今日の予定、一時的な事実、自分用のメモ）を読む。示されていなければ、編集する前に読む。",
                ),
                announces=("Read the notepad", "メモ帳を読みました"),
                takes=NoteReadInput,
                gives=NoteReadOutput,
                run=self.show_notepad,
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

    def show_core_memory(self, caller: ToolCaller, asked: NoteReadInput) -> NoteReadOutput | ToolFailure:
        """Return the core memory."""
        return self._shown(caller, NoteKind.CORE_MEMORY, asked.handle)

    def show_notepad(self, caller: ToolCaller, asked: NoteReadInput) -> NoteReadOutput | ToolFailure:
        """Return the notepad."""
        return self._shown(caller, NoteKind.NOTEPAD, asked.handle)

    def core_memory(self, caller: ToolCaller, asked: NoteEditInput) -> NoteEditOutput | ToolFailure:
        """Edit the core memory."""
        return self.edit(caller, NoteAddress(NoteKind.CORE_MEMORY), _asked(asked))

    def notepad(self, caller: ToolCaller, asked: NoteEditInput) -> NoteEditOutput | ToolFailure:
        """Edit the notepad."""
        return self.edit(caller, NoteAddress(NoteKind.NOTEPAD), _asked(asked))

    def _shown(self, caller: ToolCaller, kind: NoteKind, handle: str | None) -> NoteReadOutput | ToolFailure:
        version = self.read.version(
            caller.persona, NoteAddress(kind)
        )  # before the text: an edit of an older one is told
        source = TextSources({kind.value: NoteTexts(self.read, kind)})
        found: Excerpt | ToolFailure | None
        if handle is not None and handle.strip():
            found = source.go_on(caller, handle, most=self.most)
        else:
            found = source.excerpt(caller, kind.value, PRESENT, most=self.most, whole_lines=True)
        if isinstance(found, ToolFailure):
            return found
        return NoteReadOutput(
            text="" if found is None else found.text,
            characters=0 if found is None else found.characters,
            version=version,
            frame=RECORDS.of(caller.language),
            handle=None if found is None else found.handle,
        )


def _asked(given: NoteEditInput) -> AskedEdit:
    return AskedEdit(given.action, given.text, given.passage, given.reason or "", given.base_version)
