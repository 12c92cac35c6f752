"""`recall_memories`: the one verb of recall, for a model (SPEC R0, T1; NEX RAG検索の件数).

What the talk itself still shows is left out; what is shown of memories the night strengthens, and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide.domain.episodes.episode import Episode
from omoide.domain.events.event import EventFilter
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.receipts.receipt import Asker
from omoide.domain.recall.recollection import Recollection
from omoide.domain.time import moment
from omoide.domain.tools.fields import said
from omoide.usecases.events.in_view import InView
from omoide.usecases.recall.receipts.attended import RecallAttended
from omoide.usecases.recall.receipts.keep import AskedRecall
from omoide.usecases.tools.sources import (
    BELIEF,
    DIARY,
    DIARY_DAY,
    ENTITY,
    EPISODE,
    INSIGHT,
    MEMORY,
    PREFERENCE,
    TOPIC,
    TURN,
    Excerpt,
    TextSources,
)
from omoide.usecases.tools.tool import FRAME, HANDLE, LONGEST_QUERY, RECORDS, Tool, ToolCaller, tool

MOST: Final = 7
"""What a model is shown of what was found (NEX AIへの最終提示数)."""
LONGEST_OF_ONE: Final = 500
LONGEST_BESIDE: Final = 200
MOST_BESIDE: Final = 3


class RecalledKind(StrEnum):
    """What came to mind."""

    MEMORY = MEMORY
    TURN = TURN
    """What was said, as it was said: it is no memory yet, or none that comes back."""
    BELIEF = BELIEF
    PREFERENCE = PREFERENCE
    EPISODE = EPISODE
    INSIGHT = INSIGHT
    DIARY = DIARY
    TOPIC = TOPIC
    ENTITY = ENTITY


KIND: Final = (
    "memory, turn (as it was said), belief, preference, episode (a told day or week), insight (of a dream), diary, topic or "
    "entity (somebody or something known).",
    "memory（記憶）、turn（会話そのまま）、belief（知っていること）、preference（好み）、episode（エピソード）、insight（夢日記の気づき）、"
    "diary（日記）、topic（よく話すこと）、entity（人や物のプロファイル）。",
)


NEAR_ONLY: Final = (
    "Nothing that was said reads as an answer; what is found only comes near it. Do not make up what was never said.",
    "答えになる発言は見つからない。ここにあるのは近い話だけ。言われていないことを作らないこと。",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallInput:
    """What is to be remembered."""

    query: str = said(
        "What you want to remember: a question, or words for it.",
        "思い出したいこと。質問でも、それを表す言葉でもよい。",
        longest=LONGEST_QUERY,
        other_names=("q", "cue", "question", "text", "keyword", "search", "search_query", "topic"),
    )
    limit: int = said(
        "Most memories.",
        "最大件数。",
        default=MOST,
        least=1,
        most=10,
        other_names=("count", "n", "top_k", "max_results"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledBeside:
    """What else was found that rests on the same talk."""

    kind: RecalledKind = said(*KIND)
    text: str = said("What it says.", "内容。")
    handle: str | None = said(*HANDLE, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledItem:
    """One thing that came to mind."""

    kind: RecalledKind = said(*KIND)
    date: str = said("The day, or days, it is of.", "その日付（週なら期間）。")
    text: str = said("What is remembered.", "思い出した内容。")
    past: bool | None = said("It has changed since.", "その後変わったこと。", default=None)
    archived: bool | None = said("It had almost been forgotten.", "ほとんど忘れかけていたこと。", default=None)
    handle: str | None = said(*HANDLE, default=None)
    beside: tuple[RecalledBeside, ...] | None = said(
        "What else is known that rests on the same talk.", "同じ会話にもとづく、ほかに分かっていること。", default=None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallOutput:
    """What came to mind."""

    found: tuple[RecalledItem, ...] = said(
        "What came to mind, the best first; empty when nothing has to do with it.",
        "思い出したこと。良いものから順に。関わるものが無ければ空。",
    )
    near_only: bool | None = said(*NEAR_ONLY, default=None)
    frame: str = said(*FRAME)


@dataclass(frozen=True, slots=True)
class RecallTools:
    """Remembers."""

    recall: RecallAttended
    in_view: InView
    sources: TextSources

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "recall_memories",
                title=("Recall memories", "記憶を思い出す"),
                description=(
                    "Remember what was lived and said, and what came of it: memories, earlier conversations, what is known "
                    "and liked, the diary, told days, dreams, people. By words and by meaning. Use it first whenever the past "
                    "matters; nothing comes back when nothing is relevant.",
                    "過去の体験・会話・思い出と、そこから分かったことを、言葉と意味で思い出す（記憶、過去の会話、知っていることと好み、日記、"
                    "エピソード、夢日記、人や物）。過去が関わるときはまずこれを使う。関わるものが無ければ何も返らない。",
                ),
                announces=("Recalled memories", "過去の記憶を思い出しました"),
                takes=RecallInput,
                gives=RecallOutput,
                run=self.remember,
            ),
        )

    def remember(self, caller: ToolCaller, asked: RecallInput) -> RecallOutput:
        """Return what comes to mind."""
        persona = caller.persona
        hits = self.recall(
            persona,
            AskedRecall(asked.query, Asker.TOOL, caller.session_id, deep=True),
            where=EventFilter(),
            limit=asked.limit,
            in_view=self.in_view.ids(persona.id, caller.session_id),
        ).recollections
        told = [(hit, item) for hit in hits if (item := self._item(caller, hit)) is not None]
        self.recall.verb.strengthen(persona, [hit for hit, _ in told], in_session=caller.session_id)
        return RecallOutput(
            found=tuple(item for _, item in told),
            near_only=comes_near_only([hit for hit, _ in told]),
            frame=RECORDS.of(caller.language),
        )

    def _item(self, caller: ToolCaller, hit: Recollection) -> RecalledItem | None:
        """Return something as it is shown; `None` for what has gone meanwhile."""
        kind, key, day = _known_by(hit, caller.persona)
        text = self._excerpt(caller, kind, key, most=LONGEST_OF_ONE)
        if text is None:
            return None
        return RecalledItem(
            kind=kind,
            date=day,
            text=text.text,
            past=True if hit.outdated_by is not None else None,
            archived=True if hit.memory is not None and hit.memory.is_archived else None,
            handle=text.handle,
            beside=self._beside(caller, hit.beside),
        )

    def _beside(self, caller: ToolCaller, things: Sequence[Recallable]) -> tuple[RecalledBeside, ...] | None:
        kinds = [(RecalledKind(thing.kind.value), str(thing.item_id)) for thing in things[:MOST_BESIDE]]
        told = [(kind, self._excerpt(caller, kind, key, most=LONGEST_BESIDE)) for kind, key in kinds]
        shown = [RecalledBeside(kind=kind, text=text.text, handle=text.handle) for kind, text in told if text]
        return tuple(shown) or None

    def _excerpt(self, caller: ToolCaller, kind: RecalledKind, key: str, *, most: int) -> Excerpt | None:
        source = DIARY_DAY if kind is RecalledKind.DIARY else kind.value
        return self.sources.excerpt(caller, source, key, most=most)


def comes_near_only(hits: Sequence[Recollection]) -> bool | None:
    """Tell whether none of what came to mind reads as an answer; nothing where something may, or nothing came."""
    return True if hits and all(hit.near_only for hit in hits) else None


def _known_by(hit: Recollection, persona: Persona) -> tuple[RecalledKind, str, str]:
    """Return what something is, by which number, and the day it is of."""
    day = day_of(hit, persona)
    if hit.thing is not None:
        return RecalledKind(hit.thing.kind.value), str(hit.thing.item_id), day
    if hit.memory is not None:
        return RecalledKind.MEMORY, str(hit.memory.id), day
    return RecalledKind.TURN, str(hit.event.id), day


def day_of(hit: Recollection, persona: Persona) -> str:
    """Return the day something is of: ISO 8601, of a week both ends with `~` between; nothing where nobody knows."""
    if hit.thing is not None:
        return _day_of(hit.thing, persona)
    created = hit.event.created if hit.memory is None else hit.memory.created
    return moment.day(created, tz=persona.tz).isoformat()


def _day_of(thing: Recallable, persona: Persona) -> str:
    if isinstance(thing.what, Episode):
        return str(thing.what.span)
    return "" if thing.at is None else moment.day(thing.at, tz=persona.tz).isoformat()
