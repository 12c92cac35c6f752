"""The diary and the secret diary, each by two tools of its own: reading, and planning an edit (SPEC N1, T1; NEX 読み取り・編集ツール).

A plan shows what an edit would change and writes nothing; called again with `apply` it is carried out.  The diary is what the persona
lived through: it should see what it is about to change.  Nothing but these two tools reaches the secret diary: its texts are continued
by `read_secret_diary` itself, and no other tool has a source of them.
"""

from dataclasses import dataclass
from enum import StrEnum

from omoide.domain.notes import diary
from omoide.domain.notes.note import LONGEST_REASON, NoteAddress, NoteKind
from omoide.domain.notes.period import checked_period
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import EDITS
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import said
from omoide.usecases.notes.reading import ReadNotes
from omoide.usecases.tools.note_edits import LONGEST_EDIT, AskedEdit, EditForPersona, NoteAction, NoteEditOutput
from omoide.usecases.tools.notes import BASE, MOST_VERSION, PASSAGE, REASON
from omoide.usecases.tools.sources import DIARY, PRESENT, SECRET_DIARY, TextSources
from omoide.usecases.tools.tool import FRAME, RECORDS, Tool, ToolCaller, tool

MOST_DAYS = 10_000


class DiaryAction(StrEnum):
    """What is done to a diary: it grows, and is corrected; it is never written anew as a whole."""

    APPEND = "append"
    REPLACE = "replace"
    DELETE = "delete"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryInput:
    """What of a diary is read."""

    newest_days: int | None = said(
        "Only the last so many days; without it everything, from the beginning.",
        "最後の何日分か。省くと最初からすべて。",
        default=None,
        least=1,
        most=MOST_DAYS,
        other_names=("days", "last_days", "limit"),
    )
    period: str | None = said(
        "An archived month such as 2026-02; without it the present diary.",
        "アーカイブされた月（例 2026-02）。省くといまの日記。",
        default=None,
        longest=40,
        other_names=("month", "archive"),
    )
    handle: str | None = said(
        "To read on: the handle that came with the text.",
        "続きを読むとき: 渡された handle。",
        default=None,
        longest=200,
        other_names=("cursor", "continue", "next"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryOutput:
    """A diary, or a stretch of it."""

    text: str = said("What it says.", "書いてあること。")
    characters: int = said("How many characters the whole has.", "全体の文字数。")
    frame: str = said(*FRAME)
    version: int | None = said(
        "Its version; give it as base_version when you edit.", "版。編集するとき base_version に使う。", default=None
    )
    archives: tuple[str, ...] | None = said("Periods that are archived.", "アーカイブのある時期。", default=None)
    handle: str | None = said(
        "Where it goes on: call this tool again with it. Missing at the end.",
        "続きの場所。このツールに渡すと続きが読める。最後まで読めば無い。",
        default=None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryPlanInput:
    """What is to be changed in a diary."""

    action: DiaryAction = said(
        "append: add to today's entry. replace: put text in place of passage. delete: take passage out.",
        "append: 今日の日付で書き加える。replace: passage を text に置きかえる。delete: passage を消す。",
        other_names=("operation", "mode", "op", "command"),
    )
    text: str | None = said(
        "What is written; not for delete.",
        "書く内容。delete では不要。",
        default=None,
        longest=LONGEST_EDIT,
        other_names=("content", "new_text", "new", "entry", "modification_request"),
    )
    passage: str | None = said(
        *PASSAGE, default=None, longest=LONGEST_EDIT, other_names=("old_text", "old", "old_str", "target")
    )
    reason: str | None = said(*REASON, default=None, longest=LONGEST_REASON, other_names=("why",))
    base_version: int | None = said(*BASE, default=None, least=0, most=MOST_VERSION, other_names=("base", "version"))
    apply: bool = said(
        "false: only show what would change. true: write it.",
        "false: どう変わるかを見るだけ。true: 書き込む。",
        default=False,
        other_names=("confirm", "execute", "commit"),
    )


@dataclass(frozen=True, slots=True)
class _DiaryTexts:
    """What is said of one of the two diaries."""

    read: str
    plan: str
    source: str
    name: Bilingual
    about: Bilingual
    warning: Bilingual


_MAIN = _DiaryTexts(
    "read_main_memory",
    "plan_main_memory_edit",
    DIARY,
    Bilingual("the diary", "日記（主観的記憶）"),
    Bilingual(
        "your diary, what you lived through in your own words (memory_main)", "自分の日記（主観的記憶、memory_main）"
    ),
    Bilingual("", ""),
)
_SECRET = _DiaryTexts(
    "read_secret_diary",
    "plan_secret_diary_edit",
    SECRET_DIARY,
    Bilingual("the secret diary", "秘密の日記"),
    Bilingual("your secret diary", "自分だけの秘密の日記"),
    Bilingual(
        " Nobody else is shown it, and nothing else finds it: do not tell what it says.",
        "ほかのだれにも示されず、検索にも出ない。内容を人に明かさないこと。",
    ),
)


@dataclass(frozen=True, slots=True)
class DiaryTools:
    """Reads and edits one of the diaries."""

    kind: NoteKind
    read: ReadNotes
    edit: EditForPersona
    sources: TextSources
    most: int
    """Characters at once."""

    def tools(self) -> tuple[Tool, ...]:
        """Return the two tools."""
        said_of = self._said
        return (
            tool(
                said_of.read,
                title=(f"Read {said_of.name.en}", f"{said_of.name.ja}を読む"),
                description=(
                    f"Read {said_of.about.en}. A long one comes in portions: ask for the last days with newest_days, or "
                    f"read on with the handle.{said_of.warning.en}",
                    f"{said_of.about.ja}を読む。長いときは分けて返る。newest_days で最近の日だけ、handle で続きを読める。"
                    f"{said_of.warning.ja}",
                ),
                announces=(f"Read {said_of.name.en}", f"{said_of.name.ja}を読みました"),
                takes=DiaryInput,
                gives=DiaryOutput,
                run=self.show,
            ),
            tool(
                said_of.plan,
                title=(f"Plan an edit of {said_of.name.en}", f"{said_of.name.ja}の編集を計画する"),
                description=(
                    f"Plan an edit of {said_of.about.en}: it shows what would change and writes nothing. When it is "
                    f"right, call it again with apply=true. Every edit keeps what stood there.{said_of.warning.en}",
                    f"{said_of.about.ja}の追記・編集を計画する。まず、どう変わるかを示すだけで何も書かない。よければ apply=true で"
                    f"もう一度呼ぶと書き込む。元の内容は履歴に残る。{said_of.warning.ja}",
                ),
                announces=(f"Planned an edit of {said_of.name.en}", f"{said_of.name.ja}の編集を計画しました"),
                announces_applied=(f"Edited {said_of.name.en}", f"{said_of.name.ja}を編集しました"),
                takes=DiaryPlanInput,
                gives=NoteEditOutput,
                run=self.plan,
                effect=EDITS,
            ),
        )

    def show(self, caller: ToolCaller, asked: DiaryInput) -> DiaryOutput | ToolFailure:
        """Return the diary, from its beginning, from some day on, or from where it was cut."""
        frame = RECORDS.of(caller.language)
        if asked.handle is not None and asked.handle.strip():
            found = self.sources.go_on(caller, asked.handle, most=self.most)
            if isinstance(found, ToolFailure):
                return found
            return DiaryOutput(text=found.text, characters=found.characters, frame=frame, handle=found.handle)
        period = checked_period(asked.period) if asked.period and asked.period.strip() else ""
        note = self.read.get(caller.persona, NoteAddress(self.kind, period))
        start = _start(note.text, asked.newest_days)
        source = self._said.source
        text = self.sources.excerpt(caller, source, period or PRESENT, most=self.most, start=start, whole_lines=True)
        archives = tuple(each.period for each in self.read.archives(caller.persona, self.kind))
        return DiaryOutput(
            text="" if text is None else text.text,
            characters=len(note.text),
            frame=frame,
            version=note.version,
            archives=archives or None,
            handle=None if text is None else text.handle,
        )

    def plan(self, caller: ToolCaller, asked: DiaryPlanInput) -> NoteEditOutput | ToolFailure:
        """Show what an edit would change, or make it."""
        edit = AskedEdit(
            NoteAction(asked.action.value), asked.text, asked.passage, asked.reason or "", asked.base_version
        )
        return self.edit(caller, NoteAddress(self.kind), edit, apply=asked.apply)

    @property
    def _said(self) -> _DiaryTexts:
        return _SECRET if self.kind is NoteKind.SECRET_DIARY else _MAIN


def _start(text: str, newest_days: int | None) -> int:
    """Return where the last days begin."""
    if newest_days is None:
        return 0
    dated = [each for each in diary.entries(text) if each.day is not None]
    return len(text) - sum(len(each.text) for each in dated[-newest_days:]) if dated else 0
