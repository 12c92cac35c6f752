"""`read_memory_context`: reading on where a text was cut (SPEC T1; NEX 検索結果で切り詰められた文章の続きを読む).

By the handle that came with the cut text; or, as in Nexus Ark, by some of its words, which are looked for in what was said and in
the diary, letter by letter.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.notes.note import NoteAddress, NoteKind
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.failure import FailureKind, ToolFailure
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import MORE, shown_line
from omoide.usecases.notes.reading import ReadNotes
from omoide.usecases.recall.keyword_search import KeywordSearch
from omoide.usecases.tools.sources import DIARY, PRESENT, SPEAKERS, TURN, Excerpt, TextSources
from omoide.usecases.tools.tool import FRAME, HANDLE, RECORDS, Tool, ToolCaller, tool

LEAST_TEXT: Final = 4
"""Characters by which a text can be known again."""
LONGEST_TEXT: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextInput:
    """Which text goes on."""

    handle: str | None = said(
        "The handle that came with the cut text, exactly as it was given.",
        "切れた文章についていた handle をそのまま。",
        default=None,
        longest=200,
        other_names=("id", "cursor", "continue", "token", "next"),
    )
    text: str | None = said(
        "Without a handle: some words of the cut text, letter by letter.",
        "handle が無いとき: 切れた文章の一部を、そのままの文字で。",
        default=None,
        longest=LONGEST_TEXT,
        other_names=("search_text", "query", "quote", "snippet"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextOutput:
    """The next stretch of a text."""

    text: str = said("The text from there on.", "その先の文章。")
    characters: int = said("How many characters the whole text has.", "全体の文字数。")
    frame: str = said(*FRAME)
    handle: str | None = said(*HANDLE, default=None)


@dataclass(frozen=True, slots=True)
class ReadContext:
    """Reads on."""

    sources: TextSources
    search: KeywordSearch
    diary: ReadNotes
    most: int
    """Characters at once."""

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "read_memory_context",
                title=("Read on", "続きを読む"),
                description=(
                    f"Read on where a text was cut and ends with “{MORE.en}”: a turn of an earlier conversation, a "
                    "memory, what is known, a told day, the diary, another note or a profile. Give the handle that came with it.",
                    f"「{MORE.ja}」で切れている文章の続きを読む。過去の会話、記憶、知っていること、エピソード、日記、コアメモリ、メモ帳、プロファイルなどが対象。"
                    "いっしょに渡された handle を指定する。",
                ),
                announces=("Read on in the memory", "記憶の続きを読みました"),
                takes=ContextInput,
                gives=ContextOutput,
                run=self.read,
            ),
        )

    def read(self, caller: ToolCaller, asked: ContextInput) -> ContextOutput | ToolFailure:
        """Return the next stretch."""
        if asked.handle is not None and asked.handle.strip():
            found = self.sources.go_on(caller, asked.handle, most=self.most)
        elif asked.text is not None and len(asked.text.strip()) >= LEAST_TEXT:
            found = self._holding(caller, _bare(asked.text))
        else:
            return failure.refused(
                Bilingual("neither a handle nor a text was given", "handle も text もありません"),
                Bilingual(
                    f"give the handle, or at least {LEAST_TEXT} characters of the text",
                    f"handle か、文章の一部（{LEAST_TEXT}文字以上）を指定してください",
                ),
            )
        if isinstance(found, ToolFailure):
            return found
        return ContextOutput(
            text=found.text, characters=found.characters, frame=RECORDS.of(caller.language), handle=found.handle
        )

    def _holding(self, caller: ToolCaller, text: str) -> Excerpt | ToolFailure:
        found = self._turn(caller, text) or self._day(caller, text)
        return found or ToolFailure(
            FailureKind.NOT_FOUND,
            Bilingual("no turn and no day of the diary holds this text", "その文章を含む会話も日記もありません"),
            Bilingual(
                "copy a few words exactly, or search with recall_memories",
                "数語をそのまま写すか、recall_memories で探してください",
            ),
        )

    def _turn(self, caller: ToolCaller, text: str) -> Excerpt | None:
        turn = self.search.quoted(caller.persona, text)
        if turn is None:
            return None
        return self.sources.excerpt(caller, TURN, str(turn.id), most=self.most, whole_lines=True)

    def _day(self, caller: ToolCaller, text: str) -> Excerpt | None:
        notes = [self.diary.get(caller.persona, NoteAddress(NoteKind.DIARY))]
        notes += reversed(self.diary.archives(caller.persona, NoteKind.DIARY))
        for note in notes:
            at = note.text.find(text)
            if at < 0:  # as it was shown
                lines = note.text.split("\n")
                shown = next((line for line in lines if text in shown_line(line)), None)
                at = -1 if shown is None else note.text.find(shown)
            if at >= 0:
                start = note.text.rfind("\n", 0, at) + 1
                period = note.period or PRESENT
                return self.sources.excerpt(caller, DIARY, period, most=self.most, start=start, whole_lines=True)
        return None


def _bare(text: str) -> str:
    """Return the longest line of a quotation, without the sign that says there is more and without who said it."""
    bare = max((line.strip() for line in text.split("\n")), key=len)
    for sign in (MORE.ja, MORE.en):
        bare = bare.removesuffix(sign).rstrip()
    for speaker in SPEAKERS:
        bare = bare.removeprefix(f"{speaker}: ")
    return bare
