"""`recall`, `get`, `why`: what comes to mind, one thing in full, and why it came."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omoide.domain.beliefs.state import StateId
from omoide.domain.memories.memory import Memory
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.recollection import Recollection
from omoide.domain.time import moment
from omoide.domain.tools import failure
from omoide.domain.tools.bilingual import Bilingual
from omoide.domain.tools.failure import ToolFailure
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import portion, shown_lines
from omoide.entrypoints.library.default_tools.naming import ID, LONGEST_ID, OTHER_ID, NamedThing, gone, named
from omoide.errors import InvalidInput, NotFound, RecallNotFound
from omoide.usecases.tools.recall import LONGEST_OF_ONE, MOST, NEAR_ONLY, comes_near_only, day_of
from omoide.usecases.tools.sources import Excerpt, TextSources
from omoide.usecases.tools.tool import FRAME, LONGEST_QUERY, RECORDS, Tool, ToolCaller, tool

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

LONGEST_WHY: Final = 4_000
MOST_EVIDENCE: Final = 20
_KIND: Final = (
    "event (a turn, as it was said), memory, belief, preference, episode (a told day or week), insight (of a dream), diary, "
    "topic or entity.",
    "event（会話そのまま）、memory（記憶）、belief（知っていること）、preference（好み）、episode（エピソード）、insight（夢日記）、"
    "diary（日記）、topic（よく話すこと）、entity（人や物）。",
)
_MORE: Final = (
    "Where the text goes on: call get with it. Missing when nothing is cut.",
    "続きの場所。get に渡すと読める。切れていなければ無い。",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallCueInput:
    """What is to be remembered."""

    query: str = said(
        "What you want to remember: a question, or words for it.",
        "思い出したいこと。質問でも、それを表す言葉でもよい。",
        longest=LONGEST_QUERY,
        other_names=("q", "cue", "question", "text", "keyword", "search", "search_query", "topic"),
    )
    limit: int = said(
        "Most things.", "最大件数。", default=MOST, least=1, most=20, other_names=("count", "n", "top_k", "max_results")
    )
    kind: RecollectionKind | None = said(
        f"Only this kind: {_KIND[0]}", f"この種類だけ: {_KIND[1]}", default=None, other_names=("type", "kinds")
    )
    since: str | None = said(
        "Only from this day or time on (ISO 8601, local).",
        "この日（または日時）以降だけ（ISO 8601、現地時間）。",
        default=None,
        longest=40,
        other_names=("after", "start", "from"),
    )
    until: str | None = said(
        "Only before this day or time (ISO 8601, local).",
        "この日（または日時）より前だけ（ISO 8601、現地時間）。",
        default=None,
        longest=40,
        other_names=("before", "end", "to"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundThing:
    """One thing that came to mind."""

    id: str = said("By which get, why, revise and forget know it.", "get・why・revise・forget で使う id。")
    kind: RecollectionKind = said(*_KIND)
    date: str = said("The day, or days, it is of.", "その日付（週なら期間）。")
    text: str = said("What is remembered.", "思い出した内容。")
    score: float = said("0 to 1: how much it has to do with the query.", "0〜1。どれだけ関わるか。")
    past: bool | None = said("It has changed since.", "その後変わったこと。", default=None)
    handle: str | None = said(*_MORE, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallCueOutput:
    """What came to mind."""

    found: tuple[FoundThing, ...] = said(
        "What came to mind, the best first; empty when nothing has to do with it.",
        "思い出したこと。良いものから順に。関わるものが無ければ空。",
    )
    near_only: bool | None = said(*NEAR_ONLY, default=None)
    frame: str = said(*FRAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetInput:
    """What is to be read."""

    id: str | None = said(*ID, default=None, longest=LONGEST_ID, other_names=OTHER_ID)
    handle: str | None = said(
        "Instead of an id: the handle of a cut text, to read on.",
        "id の代わりに: 切れた文章の handle（続きを読む）。",
        default=None,
        longest=200,
        other_names=("cursor", "continue", "next", "token"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GetOutput:
    """One thing, or the next stretch of it."""

    text: str = said("What it says.", "内容。")
    characters: int = said("How many characters the whole text has.", "全体の文字数。")
    frame: str = said(*FRAME)
    id: str | None = said("Its id.", "id。", default=None)
    kind: RecollectionKind | None = said(*_KIND, default=None)
    state: str | None = said("How it stands.", "いまの状態。", default=None)
    rests_on: tuple[str, ...] | None = said("Ids of the turns it was made of.", "もとになった会話の id。", default=None)
    handle: str | None = said(*_MORE, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyInput:
    """Why what came to mind."""

    id: str | None = said(
        "The id of something that recall showed; without it, the whole last recall is explained.",
        "recall が示した id。省くと、直前の想起の全体を説明する。",
        default=None,
        longest=LONGEST_ID,
        other_names=OTHER_ID,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyOutput:
    """Why."""

    text: str = said("The reasons, in words.", "理由。")
    frame: str = said(*FRAME)


_NEITHER: Final = Bilingual("neither an id nor a handle was given", "id も handle もありません")
_GIVE: Final = Bilingual(
    "give the id that recall shows, or a handle", "recall で示される id か、handle を指定してください"
)
_NOT_A_TIME: Final = Bilingual("since or until is no time", "since か until が日時として読めません")
_AS_DAY: Final = Bilingual(
    "write it as 2026-03-01 or 2026-03-01T18:00", "2026-03-01 や 2026-03-01T18:00 の形にしてください"
)
_NONE_KEPT: Final = Bilingual("no recall is kept that showed this", "それを示した想起の記録がありません")
_RECALL_FIRST: Final = Bilingual("call recall first, then why", "先に recall を呼び、そのあと why を呼んでください")
_STATES: Final = {
    "level": Bilingual("memory {label}, level {level} of 4", "記憶 {label}、段階 {level}/4"),
    "protected": Bilingual("protected", "保護されている"),
    "supposed": Bilingual("only supposed: ask, do not assert", "推測にすぎない（断定せず、たずねること）"),
    "settled": Bilingual("the owner has said so", "持ち主が確かめた"),
    "ended": Bilingual("over since {day}", "{day} に終わった"),
    "sure": Bilingual("confidence {confidence:.2f}", "確かさ {confidence:.2f}"),
}


@dataclass(frozen=True, slots=True)
class RecallingTools:
    """Remembers, reads and explains."""

    mind: "Mind"
    sources: TextSources
    most: int
    """Characters shown at once."""
    strengthens: bool = True

    def tools(self) -> tuple[Tool, ...]:
        """Return the three tools."""
        return (
            tool(
                "recall",
                title=("Recall", "思い出す"),
                description=(
                    "Remember: earlier conversations, memories, what is known and liked, told days, diary, dreams, people. By words "
                    "and by meaning. Use it whenever the past may matter, before you say that you do not know. Nothing comes "
                    "back when nothing is relevant.",
                    "思い出す。過去の会話、記憶、知っていることと好み、エピソード、日記、夢日記、人や物を、言葉と意味で探す。"
                    "過去が関わりそうなとき、「知らない」と言う前に使う。関わるものが無ければ何も返らない。",
                ),
                announces=("Recalled", "思い出しました"),
                takes=RecallCueInput,
                gives=RecallCueOutput,
                run=self.recall,
            ),
            tool(
                "get",
                title=("Read in full", "全文を読む"),
                description=(
                    "Read one thing that recall or wake showed, in full and word for word: how it stands, and which turns it was made "
                    "of. With a handle, read on where a text was cut.",
                    "recall や wake が示したものを一つ、全文で読む。いまの状態と、もとになった会話も分かる。"
                    "handle を渡すと、切れた文章の続きを読む。",
                ),
                announces=("Read in the memory", "記憶を読みました"),
                takes=GetInput,
                gives=GetOutput,
                run=self.get,
            ),
            tool(
                "why",
                title=("Why it came to mind", "なぜ思い出したか"),
                description=(
                    "Explain why something came to mind, or, without an id, what the last recall found, showed and left out.",
                    "なぜそれを思い出したかを説明する。id を省くと、直前の想起が何を見つけ、何を示し、何を示さなかったかを説明する。",
                ),
                announces=("Looked up why", "思い出した理由を確かめました"),
                takes=WhyInput,
                gives=WhyOutput,
                run=self.why,
            ),
        )

    def recall(self, caller: ToolCaller, asked: RecallCueInput) -> RecallCueOutput | ToolFailure:
        """Return what comes to mind; what is shown of memories the night strengthens."""
        try:
            since, until = (None if not each else self.mind.moment(each) for each in (asked.since, asked.until))
        except InvalidInput:
            return failure.refused(_NOT_A_TIME, _AS_DAY)
        hits = self.mind.recall(
            asked.query,
            limit=asked.limit,
            since=since,
            until=until,
            kinds=asked.kind,
            strengthen=self.strengthens,
            deep=True,
        )
        told = [(hit, each) for hit in hits if (each := self._found(caller, hit)) is not None]
        return RecallCueOutput(
            found=tuple(each for _, each in told),
            near_only=comes_near_only([hit for hit, _ in told]),
            frame=RECORDS.of(caller.language),
        )

    def _found(self, caller: ToolCaller, hit: Recollection) -> FoundThing | None:
        thing = NamedThing(*_kind_of(hit))
        text = self.sources.excerpt(caller, thing.source, str(thing.number), most=LONGEST_OF_ONE)
        if text is None:
            return None
        return FoundThing(
            id=str(thing),
            kind=thing.kind,
            date=day_of(hit, caller.persona),
            text=text.text,
            score=round(hit.score, 3),
            past=True if hit.outdated_by is not None else None,
            handle=text.handle,
        )

    def get(self, caller: ToolCaller, asked: GetInput) -> GetOutput | ToolFailure:
        """Return one thing, or the next stretch of a text."""
        if asked.handle is not None and asked.handle.strip():
            return self._read_on(caller, asked.handle)
        if asked.id is None or not asked.id.strip():
            return failure.refused(_NEITHER, _GIVE)
        thing = named(self.mind, asked.id)
        if isinstance(thing, ToolFailure):
            return thing
        text = self.sources.excerpt(caller, thing.source, str(thing.number), most=self.most, whole_lines=True)
        if text is None:
            return gone()
        state, rests_on = self._standing(caller, thing)
        return _got(caller, text, thing=thing, state=state, rests_on=rests_on)

    def _read_on(self, caller: ToolCaller, handle: str) -> GetOutput | ToolFailure:
        text = self.sources.go_on(caller, handle, most=self.most)
        return text if isinstance(text, ToolFailure) else _got(caller, text)

    def _standing(self, caller: ToolCaller, thing: NamedThing) -> tuple[str | None, tuple[str, ...]]:
        """Return how a thing stands, in words, and the turns it was made of."""
        match thing.kind:
            case RecollectionKind.MEMORY:
                memory = self.mind.memories.by_number(thing.number)
                return _of_memory(caller, memory), () if memory.event_id is None else (f"event:{memory.event_id}",)
            case RecollectionKind.BELIEF:
                return self._of_belief(caller, thing.number)
            case _:
                return None, ()

    def _of_belief(self, caller: ToolCaller, number: int) -> tuple[str | None, tuple[str, ...]]:
        belief, steps = self.mind.beliefs.get(number), self.mind.beliefs.history(StateId(number))
        told = [_STATES["sure"].filled(confidence=belief.confidence)]
        if belief.candidate:
            told.append(_STATES["supposed"])
        if belief.settled is not None:
            told.append(_STATES["settled"])
        if belief.valid_to is not None and belief.is_past_at(self.mind.now()):
            day = moment.day(belief.valid_to, tz=caller.persona.tz).isoformat()
            told.append(_STATES["ended"].filled(day=day))
        turns = dict.fromkeys(event_id for step in steps for event_id in step.change.evidence)
        return _joined(told, caller), tuple(f"event:{each}" for each in list(turns)[-MOST_EVIDENCE:])

    def why(self, caller: ToolCaller, asked: WhyInput) -> WhyOutput | ToolFailure:
        """Return why something came to mind, or what became of the last recall."""
        meant: str = "last"
        if asked.id is not None and asked.id.strip():
            thing = named(self.mind, asked.id)
            if isinstance(thing, ToolFailure):
                return thing
            meant = str(thing)
        try:
            told = self._explained(meant)
        except RecallNotFound:
            return failure.refused(_NONE_KEPT, _RECALL_FIRST)
        except NotFound:
            return gone()
        shown = portion(told, most=LONGEST_WHY, language=caller.language, whole_lines=True).text
        return WhyOutput(text=shown_lines(shown), frame=RECORDS.of(caller.language))

    def _explained(self, meant: str) -> str:
        """Return the reasons; a memory that came by its turn is kept under the turn's name."""
        try:
            return self.mind.why(meant).text
        except RecallNotFound:
            kind, _, number = meant.partition(":")
            turn = self.mind.memories.by_number(int(number)).event_id if kind == RecollectionKind.MEMORY else None
            if turn is None:
                raise
            return self.mind.why(f"{RecollectionKind.EVENT}:{turn}").text


def _kind_of(hit: Recollection) -> tuple[RecollectionKind, int]:
    kind, _, number = hit.key.partition(":")
    return RecollectionKind(kind), int(number)


def _got(
    caller: ToolCaller,
    text: Excerpt,
    *,
    thing: NamedThing | None = None,
    state: str | None = None,
    rests_on: tuple[str, ...] = (),
) -> GetOutput:
    return GetOutput(
        text=text.text,
        characters=text.characters,
        frame=RECORDS.of(caller.language),
        id=None if thing is None else str(thing),
        kind=None if thing is None else thing.kind,
        state=state,
        rests_on=rests_on or None,
        handle=text.handle,
    )


def _of_memory(caller: ToolCaller, memory: Memory) -> str:
    told = [_STATES["level"].filled(label=memory.label, level=int(memory.current_level))]
    return _joined([*told, *([_STATES["protected"]] if memory.protected else [])], caller)


def _joined(told: list[Bilingual], caller: ToolCaller) -> str:
    return Bilingual("; ", "。").of(caller.language).join(each.of(caller.language) for each in told)
