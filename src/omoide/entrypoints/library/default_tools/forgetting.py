"""`forget`: what would go is shown first, with a code; with that code it goes for good.

The code is made of what was shown.  Nothing is kept for it; when something else would go by now, it fits no longer.
"""

from dataclasses import dataclass
from hashlib import blake2s
from typing import TYPE_CHECKING, Final

from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.definition import EDITS
from omoide.domain.tools.failure import FailureKind, ToolFailure
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import shown_line
from omoide.entrypoints.library.default_tools.naming import ID, LONGEST_ID, OTHER_ID, NamedThing, gone, named
from omoide.errors import NotFound, NothingToErase
from omoide.usecases.tools.tool import FRAME, RECORDS, Tool, ToolCaller, tool

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

MOST_SHOWN: Final = 10
LONGEST_SHOWN: Final = 120
LONGEST_SUBJECT: Final = 200
_CONFIRM: Final = Bilingual(
    "Nothing is gone yet. Show the user what would go; when they agree, call again with the same arguments and confirm={code}.",
    "まだ何も消していない。消えるものを相手に見せ、同意を得たら、同じ引数に confirm={code} をつけてもう一度呼ぶ。",
)
_GONE: Final = Bilingual("It is gone for good.", "完全に消した。")
_STALE: Final = Bilingual(
    "the code does not fit what would go now; nothing was erased",
    "confirm の値がいまの内容と合いません。何も消していません",
)
_LOOK_AGAIN: Final = Bilingual(
    "call again without confirm, and show the user what would go",
    "confirm なしでもう一度呼び、消えるものを相手に見せてください",
)
_NEITHER: Final = Bilingual("neither an id nor a subject was given", "id も about もありません")
_BOTH: Final = Bilingual("both an id and a subject were given", "id と about の両方が指定されています")
_GIVE_ONE: Final = Bilingual(
    "give the id that recall shows, or the name of somebody or something",
    "recall で示される id か、人や物の名前のどちらか一つを指定してください",
)
_MADE: Final = Bilingual(
    "this is made of many talks, which are erased one by one", "これは多くの会話からできています。会話ごとに消します"
)
_ITS_TURNS: Final = Bilingual(
    "give the ids of the turns (event:…), or the name of what they are about",
    "もとの会話の id（event:…）か、それが何についてのことか（about）を指定してください",
)
_NOTHING: Final = Bilingual("nothing that is kept names this", "それを名指す記録はありません")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetInput:
    """What is to be forgotten."""

    id: str | None = said(*ID, default=None, longest=LONGEST_ID, other_names=OTHER_ID)
    about: str | None = said(
        "Instead of an id: the name of somebody or something; every turn that names it goes.",
        "id の代わりに: 人や物の名前。それを名指す会話がすべて消える。",
        default=None,
        longest=LONGEST_SUBJECT,
        other_names=("subject", "name", "topic", "who", "what"),
    )
    confirm: str | None = said(
        "The code of the call before, once the user has agreed. Without it nothing is erased.",
        "相手が同意したあと、前の呼び出しで示された値。無ければ何も消さない。",
        default=None,
        longest=40,
        other_names=("confirmation", "code", "confirm_code", "token"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenTurn:
    """A turn that goes."""

    id: str = said("Its id.", "id。")
    date: str = said("Its day.", "日付。")
    text: str = said("How it begins.", "書き出し。")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetOutput:
    """What goes, or has gone."""

    applied: bool = said("Whether it has gone.", "消したかどうか。")
    turns: int = said(
        "How many turns, with all that was made of them.", "会話の数（そこから作られたものも含めて消える）。"
    )
    next: str = said("What to do now.", "次にすること。")
    frame: str = said(*FRAME)
    found: tuple[ForgottenTurn, ...] | None = said(
        "The turns that would go, the newest first, at most ten.",
        "消える会話。新しい順に十件まで。",
        default=None,
    )
    confirm: str | None = said("The code by which it is confirmed.", "確認の値。", default=None)
    left: int | None = said(
        "In how many other places the words can still be found; the owner is told where.",
        "ほかに言葉が残っている場所の数（持ち主には分かる）。",
        default=None,
    )


@dataclass(frozen=True, slots=True)
class ForgetTool:
    """Forgets."""

    mind: "Mind"

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "forget",
                title=("Forget", "忘れる"),
                description=(
                    "Erase something for good, with everything made of it, when the user wants it forgotten. The first call only shows "
                    "what would go and gives a code; ask the user, then call again with the code as confirm.",
                    "相手が忘れてほしいと言ったものを、そこから作られたものも含めて完全に消す。最初の呼び出しは、消えるものと確認の値を示すだけ。"
                    "相手に確かめてから、その値を confirm につけてもう一度呼ぶ。",
                ),
                announces=("Looked at what would be forgotten", "消えるものを確かめました"),
                announces_applied=("Erased something for good", "完全に消しました"),
                takes=ForgetInput,
                gives=ForgetOutput,
                run=self.forget,
                effect=EDITS,
            ),
        )

    def forget(self, caller: ToolCaller, asked: ForgetInput) -> ForgetOutput | ToolFailure:
        """Show what would go, or let it go."""
        turns = self._turns(asked)
        if isinstance(turns, ToolFailure):
            return turns
        code = _code(caller, turns)
        shown = self._shown(caller, turns)
        if asked.confirm is None or not asked.confirm.strip():
            told = _CONFIRM.filled(code=code).of(caller.language)
            return ForgetOutput(
                applied=False, turns=len(turns), next=told, frame=RECORDS.of(caller.language), found=shown, confirm=code
            )
        if asked.confirm.strip().lower() != code:
            return failure.refused(_STALE, _LOOK_AGAIN)
        report = self.mind.erase(about=asked.about) if asked.about else self.mind.erase(event_id=turns)
        return ForgetOutput(
            applied=True,
            turns=report.events,
            next=_GONE.of(caller.language),
            frame=RECORDS.of(caller.language),
            left=len(report.left) or None,
        )

    def _turns(self, asked: ForgetInput) -> tuple[int, ...] | ToolFailure:
        """Return the turns that go, in order."""
        by_id, about = (asked.id or "").strip(), (asked.about or "").strip()
        if bool(by_id) == bool(about):
            return failure.refused(_BOTH if by_id else _NEITHER, _GIVE_ONE)
        if by_id:
            return self._behind(by_id)
        try:
            return tuple(sorted(self.mind.erase(about=about, dry_run=True).turns))
        except NothingToErase:
            return ToolFailure(FailureKind.NOT_FOUND, _NOTHING, _GIVE_ONE)

    def _behind(self, told: str) -> tuple[int, ...] | ToolFailure:
        """Return the turns behind a thing."""
        thing = named(self.mind, told)
        if isinstance(thing, ToolFailure):
            return thing
        try:
            turns = self._evidence(thing)
        except NotFound:
            return gone()
        return turns or failure.refused(_MADE, _ITS_TURNS)

    def _evidence(self, thing: NamedThing) -> tuple[int, ...]:
        match thing.kind:
            case RecollectionKind.EVENT:
                return (int(self.mind.event(thing.number).id),)
            case RecollectionKind.MEMORY:
                event_id = self.mind.memories.by_number(thing.number).event_id
                return () if event_id is None else (int(event_id),)
            case RecollectionKind.BELIEF:
                steps = self.mind.beliefs.history(thing.number)
                return tuple(sorted({int(each) for step in steps for each in step.change.evidence}))
            case RecollectionKind.PREFERENCE:
                taken = self.mind.preferences.history(thing.number)
                return tuple(sorted({int(each) for step in taken for each in step.change.evidence}))
            case _:
                return ()

    def _shown(self, caller: ToolCaller, turns: tuple[int, ...]) -> tuple[ForgottenTurn, ...]:
        events = [self.mind.event(number) for number in sorted(turns, reverse=True)[:MOST_SHOWN]]
        return tuple(
            ForgottenTurn(
                id=f"event:{event.id}",
                date=moment.day(event.created, tz=caller.persona.tz).isoformat(),
                text=shown_line(one_line(event.user or event.assistant or "", longest=LONGEST_SHOWN)),
            )
            for event in events
        )


def _code(caller: ToolCaller, turns: tuple[int, ...]) -> str:
    told = f"{caller.persona.id}\x1f{','.join(map(str, turns))}"
    return blake2s(told.encode(), digest_size=4, person=b"forget").hexdigest()
