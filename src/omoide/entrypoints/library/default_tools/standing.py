"""`status`: how much is known, and what still waits to be understood."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from omoide.domain.memories.levels import Level
from omoide.domain.time import moment
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import shown_line
from omoide.usecases.tools.tool import Tool, ToolCaller, tool

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusInput:
    """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusOutput:
    """How a mind stands."""

    persona: str = said("Whose mind it is.", "だれの心か。")
    language: str = said("Its language.", "言語。")
    now: str = said("The time (local).", "いまの時刻（現地時間）。")
    turns: int = said("Turns that are understood, or need not be.", "消化した会話の数。")
    waiting: int = said(
        "Turns that wait to be understood: they are found already.", "消化を待つ会話の数（もう思い出せる）。"
    )
    memories: int = said("Memories within reach.", "手の届く記憶の数。")
    archived: int = said("Memories in the archive.", "アーカイブの記憶の数。")
    beliefs: int = said("What is believed now.", "いま知っていることの数。")
    unindexed: int = said("Passages that are found by words only, as yet.", "まだ意味では探せない断片の数。")
    asleep: bool = said("Whether a night's work is under way.", "夜間処理の途中かどうか。")
    last_sleep: str | None = said(
        "When the last sleep ended (local).", "最後に眠り終えた時刻（現地時間）。", default=None
    )


@dataclass(frozen=True, slots=True)
class StatusTool:
    """Says how things stand."""

    mind: "Mind"

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "status",
                title=("Status", "状態"),
                description=(
                    "See whose memory this is, how much it holds, and what still waits: for questions about the memory itself, or "
                    "when something just said does not come to mind.",
                    "だれの記憶で、どれだけ覚えていて、何が処理を待っているかを見る。記憶そのものについて聞かれたときや、"
                    "話したばかりのことが思い出せないときに使う。",
                ),
                announces=("Looked at the state of the memory", "記憶の状態を確かめました"),
                takes=StatusInput,
                gives=StatusOutput,
                run=self.status,
            ),
        )

    def status(self, caller: ToolCaller, _asked: StatusInput) -> StatusOutput:
        """Return how a mind stands."""
        mind, persona = self.mind, caller.persona
        backlog, levels = mind.digest_status(), mind.memories.count()
        slept = [each.ended for each in mind.sleep.reports(limit=3) if each.ended is not None]
        return StatusOutput(
            persona=shown_line(persona.name),
            language=persona.language.value,
            now=moment.iso_for_model(mind.now(), tz=persona.tz),
            turns=backlog.applied + backlog.refused + backlog.skipped,
            waiting=backlog.waiting,
            memories=sum(count for level, count in levels.items() if level is not Level.ARCHIVE),
            archived=levels.get(Level.ARCHIVE, 0),
            beliefs=len(mind.beliefs.all()),
            unindexed=sum(each.pending for each in mind.index_status() if each.is_active),
            asleep=mind.sleep.is_asleep(),
            last_sleep=None if not slept else moment.iso_for_model(slept[0], tz=persona.tz),
        )
