"""`remember` and `revise`: writing something down, and putting something right.

What a model writes stands in the log as such (`source` is `tool`): it is found, fades and is erased like anything else that was said,
and it never counts as the owner's word.
"""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from omoide.domain.notes.note import LONGEST_REASON
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import EDITS, SETTLES
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import said
from omoide.entrypoints.library.default_tools.naming import ID, LONGEST_ID, OTHER_ID, NamedThing, gone, named
from omoide.errors import BeliefNotFound
from omoide.usecases.beliefs.persona_revisions import TOOL_SOURCE
from omoide.usecases.tools.sources import TextSources
from omoide.usecases.tools.tool import Tool, ToolCaller, tool

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

LONGEST_SAID: Final = 20_000
LONGEST_QUOTED: Final = 200
_CORRECTION: Final = Bilingual("Correction of “{old}”: {new}", "「{old}」の訂正: {new}")


class Speaker(StrEnum):
    """Whose words something is in."""

    USER = "user"
    ME = "me"


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberInput:
    """What is to be remembered."""

    text: str = said(
        "What to remember, in whole sentences that make sense alone: with names, not “he” or “that”.",
        "覚えておくこと。それだけで意味の通る文で（「彼」「それ」ではなく名前で）。",
        longest=LONGEST_SAID,
        other_names=("content", "memory", "fact", "note", "what", "message"),
    )
    said_by: Speaker = said(
        "user: they told you. me: your own thought or deed.",
        "user: 相手から聞いたこと。me: 自分の考えや、したこと。",
        default=Speaker.USER,
        other_names=("speaker", "who", "by"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberOutput:
    """What was kept."""

    id: str = said(
        "Its id; the same words, written down twice on one day, are kept once.",
        "id。同じ日に同じ言葉を二度書き留めても、一つだけ残る。",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseInput:
    """What is put right."""

    id: str = said(*ID, longest=LONGEST_ID, other_names=OTHER_ID)
    text: str = said(
        "How it is, in a whole sentence that makes sense alone.",
        "正しい内容。それだけで意味の通る文で。",
        longest=LONGEST_SAID,
        other_names=("content", "new_text", "body", "correction", "value"),
    )
    reason: str | None = said(
        "Why, in a few words.", "理由（短く）。", default=None, longest=LONGEST_REASON - 100, other_names=("why",)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviseOutput:
    """What became of it."""

    id: str = said(
        "The id of what says it now: the belief itself, or the turn that corrects it.",
        "いまの内容の id。知っていること自体か、訂正の記録。",
    )
    replaced: bool = said(
        "True: it was changed, and what stood there is in its history. False: what was said stays, and the correction stands beside it.",
        "true: 書き換えた（前の内容は履歴に残る）。false: 話されたことはそのまま残り、訂正が加わった。",
    )


@dataclass(frozen=True, slots=True)
class RememberingTools:
    """Writes down."""

    mind: "Mind"
    sources: TextSources

    def tools(self) -> tuple[Tool, ...]:
        """Return the two tools."""
        return (
            tool(
                "remember",
                title=("Remember", "覚える"),
                description=(
                    "Write something down so that it comes to mind later: what the user told you about themselves, what was "
                    "decided, what you promised. One thing a call. Do not use it for what is said in a talk that is remembered anyway.",
                    "あとで思い出せるように書き留める。相手が話してくれたこと、決まったこと、約束したこと。一度に一つ。"
                    "どのみち覚えられる会話の中身には使わない。",
                ),
                announces=("Wrote something down", "書き留めました"),
                takes=RememberInput,
                gives=RememberOutput,
                run=self.remember,
                effect=SETTLES,
            ),
            tool(
                "revise",
                title=("Put right", "訂正する"),
                description=(
                    "Put something right that recall showed and that is wrong or has changed. A belief is changed, with its history "
                    "kept; of anything else the correction is written down beside it. What the owner has confirmed stays.",
                    "recall が示したものの誤りや変化を訂正する。知っていること（belief）は書き換え、履歴を残す。"
                    "それ以外は、訂正を書き加える。持ち主が確かめたことは変えられない。",
                ),
                announces=("Put something right", "訂正しました"),
                takes=ReviseInput,
                gives=ReviseOutput,
                run=self.revise,
                effect=EDITS,
            ),
        )

    def remember(self, caller: ToolCaller, asked: RememberInput) -> RememberOutput:
        """Keep it as something that was said; the same words on the same day are kept once."""
        return self._kept(caller, asked.text, asked.said_by)

    def revise(self, caller: ToolCaller, asked: ReviseInput) -> ReviseOutput | ToolFailure:
        """Change a belief, or keep the correction of anything else."""
        thing = named(self.mind, asked.id)
        if isinstance(thing, ToolFailure):
            return thing
        if thing.kind is RecollectionKind.BELIEF:
            return self._believed(thing, asked)
        old = self.sources.excerpt(caller, thing.source, str(thing.number), most=LONGEST_QUOTED)
        if old is None:
            return gone()
        quoted = one_line(old.text, longest=LONGEST_QUOTED)
        told = _CORRECTION.filled(old=quoted, new=asked.text.strip()).of(caller.language)
        return ReviseOutput(id=self._kept(caller, told, Speaker.ME).id, replaced=False)

    def _believed(self, thing: NamedThing, asked: ReviseInput) -> ReviseOutput | ToolFailure:
        try:
            self.mind.beliefs.revise(thing.number, asked.text, reason=asked.reason or "")
        except BeliefNotFound:
            return gone()
        return ReviseOutput(id=str(thing), replaced=True)

    def _kept(self, caller: ToolCaller, text: str, speaker: Speaker) -> RememberOutput:
        day = moment.day(self.mind.now(), tz=caller.persona.tz).isoformat()
        mark = sha256(f"{speaker}\x1f{text.strip()}".encode()).hexdigest()[:24]
        kept = self.mind.observe(
            user=text if speaker is Speaker.USER else "",
            assistant="" if speaker is Speaker.USER else text,
            session_id=caller.session_id,
            source=TOOL_SOURCE,
            idempotency_key=f"{TOOL_SOURCE}:{day}:{mark}",
        )
        return RememberOutput(id=f"event:{kept.id}")
