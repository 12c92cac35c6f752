"""`recall_memories`, and the seam through which things come to mind (SPEC R0, T1; NEX RAG検索の件数).

`ComesToMind` is all that the tool knows of recall: a cue goes in, what came to mind comes out, best first, and what is shown of it is
noted, so that the night strengthens this and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final, Protocol

from omoide.domain.context.injection import Line
from omoide.domain.notes.note import NoteKind
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import portion
from omoide.usecases.episodes.find import FindEpisodes
from omoide.usecases.events.in_view import InView
from omoide.usecases.hosts.recall_for_prompt import Brought, RecallForPrompt, coverage, cue_of
from omoide.usecases.notes.reading import ReadNotes
from omoide.usecases.tools.sources import DIARY, EPISODE, MEMORY, PRESENT, TURN, Excerpt, TextSources
from omoide.usecases.tools.tool import FRAME, HANDLE, LONGEST_QUERY, RECORDS, Tool, ToolCaller, tool

MOST: Final = 7
"""What a model is shown of what was found (NEX AIへの最終提示数)."""
LONGEST_OF_ONE: Final = 500
DIARY_DAYS: Final = 2
EPISODES: Final = 1
LEAST_TOLD: Final = 0.5
"""Share of the cue's telling words that an episode must hold."""
_EVENT_KEY: Final = "event:"
_MEMORY_KEY: Final = "memory:"


class RecalledKind(StrEnum):
    """What came to mind."""

    MEMORY = MEMORY
    TURN = TURN
    """What was said and is no memory yet."""
    DIARY = DIARY
    EPISODE = EPISODE


@dataclass(frozen=True, slots=True)
class CalledUp:
    """Something that came to mind, by what it is known."""

    kind: RecalledKind
    id: str
    day: str
    """ISO 8601; of a week, both ends with `~` between."""
    is_past: bool = False
    """A newer one says how it is since."""
    is_archived: bool = False
    start: int = 0
    """Where in the text it begins."""
    length: int | None = None
    """How much of the text it is; `None` for the whole."""


class ComesToMind(Protocol):
    """Finds what a cue calls up."""

    def __call__(self, caller: ToolCaller, cue: str, *, limit: int) -> list[CalledUp]:
        """Return what comes to mind, the best first; what is returned is shown, and noted for the coming night."""
        ...


@dataclass(frozen=True, slots=True)
class RecallForTools:
    """What was said, by its memory as far as that has faded; beside it the days of the diary and the told days that speak of it."""

    recall: RecallForPrompt
    in_view: InView
    diary: ReadNotes
    episodes: FindEpisodes

    def __call__(self, caller: ToolCaller, cue: str, *, limit: int) -> list[CalledUp]:
        """Return what comes to mind; what the talk itself still shows is left out."""
        brought = self._brought(caller, cue, limit)
        remembered = [_called_up(key, line) for key, line in zip(brought.keys, brought.lines, strict=True)]
        beside = self._days(caller, cue)
        beside += self._episodes(caller, cue, known=[*(each.day for each in (*remembered, *beside))])
        chosen = [*remembered[: max(1, limit - len(beside))], *beside][:limit]
        shown = {int(each.id) for each in chosen if each.kind is RecalledKind.MEMORY}
        kept = tuple(memory for memory in brought.memories if memory.id in shown)
        self.recall.noted(caller.persona, replace(brought, memories=kept))
        return chosen

    def _brought(self, caller: ToolCaller, cue: str, limit: int) -> Brought:
        recall = replace(self.recall, rules=replace(self.recall.rules, most_memories=limit))
        since = self.in_view(caller.persona.id, caller.session_id).since
        return recall(caller.persona, cue, session_id=caller.session_id, place="", heard_since=since)

    def _days(self, caller: ToolCaller, cue: str) -> list[CalledUp]:
        """Return the days of the diary that hold most of the cue's words."""
        found: list[CalledUp] = []
        for hit in self.diary.search(caller.persona, cue, limit=DIARY_DAYS * 4):
            if hit.address.kind is NoteKind.DIARY and len(found) < DIARY_DAYS:
                start = self.diary.get(caller.persona, hit.address).text.find(hit.text)
                day = hit.day.isoformat() if hit.day is not None else ""
                found.append(
                    CalledUp(
                        RecalledKind.DIARY,
                        hit.address.period or PRESENT,
                        day,
                        start=max(0, start),
                        length=len(hit.text),
                    )
                )
        return found

    def _episodes(self, caller: ToolCaller, cue: str, *, known: Sequence[str]) -> list[CalledUp]:
        """Return the told days that speak of it, unless what came to mind already is of the same days."""
        told = self.episodes(caller.persona, cue, limit=EPISODES * 3) if cue_of(cue) else []
        days = [date.fromisoformat(day) for day in known if day]
        return [
            CalledUp(RecalledKind.EPISODE, str(each.id), str(each.span))
            for each in told
            if coverage(cue, each.summary) >= LEAST_TOLD
            and not any(each.span.first <= day <= each.span.last for day in days)
        ][:EPISODES]


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
class RecalledItem:
    """One thing that came to mind."""

    kind: RecalledKind = said(
        "memory, turn (said lately), diary or episode (a told day).",
        "memory（記憶）、turn（最近の会話）、diary（日記）、episode（エピソード）。",
    )
    date: str = said("The day, or days, it is of.", "その日付（週なら期間）。")
    text: str = said("What is remembered.", "思い出した内容。")
    past: bool | None = said("It has changed since.", "その後変わったこと。", default=None)
    archived: bool | None = said("It had almost been forgotten.", "ほとんど忘れかけていたこと。", default=None)
    handle: str | None = said(*HANDLE, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallOutput:
    """What came to mind."""

    found: tuple[RecalledItem, ...] = said(
        "What came to mind, the best first; empty when nothing has to do with it.",
        "思い出したこと。良いものから順に。関わるものが無ければ空。",
    )
    frame: str = said(*FRAME)


@dataclass(frozen=True, slots=True)
class RecallTools:
    """Remembers."""

    comes_to_mind: ComesToMind
    sources: TextSources

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "recall_memories",
                title=("Recall memories", "記憶を思い出す"),
                description=(
                    "Remember what was lived and said: memories, earlier conversations, the diary, told days. By words "
                    "and by meaning. Use it first whenever the past matters; nothing comes back when nothing is relevant.",
                    "過去の体験・会話・思い出を、言葉と意味で思い出す（記憶、過去の会話、日記、エピソード）。過去が関わるときは"
                    "まずこれを使う。関わるものが無ければ何も返らない。",
                ),
                announces=("Recalled memories", "過去の記憶を思い出しました"),
                takes=RecallInput,
                gives=RecallOutput,
                run=self.recall,
            ),
        )

    def recall(self, caller: ToolCaller, asked: RecallInput) -> RecallOutput:
        """Return what comes to mind."""
        called = self.comes_to_mind(caller, asked.query, limit=asked.limit)
        told = [(each, self._excerpt(caller, each)) for each in called]
        found = tuple(
            RecalledItem(
                kind=each.kind,
                date=each.day,
                text=text.text,
                past=True if each.is_past else None,
                archived=True if each.is_archived else None,
                handle=text.handle,
            )
            for each, text in told
            if text is not None
        )
        return RecallOutput(found=found, frame=RECORDS.of(caller.language))

    def _excerpt(self, caller: ToolCaller, each: CalledUp) -> Excerpt | None:
        if each.length is None or each.length > LONGEST_OF_ONE:
            return self.sources.excerpt(caller, each.kind.value, each.id, most=LONGEST_OF_ONE, start=each.start)
        whole = self.sources.sources[each.kind.value](caller.persona, each.id)
        if whole is None:
            return None
        part = portion(whole[each.start : each.start + each.length], most=LONGEST_OF_ONE, language=caller.language)
        return Excerpt(part.text, None, each.length)


def _called_up(key: str, line: Line) -> CalledUp:
    kind = RecalledKind.MEMORY if key.startswith(_MEMORY_KEY) else RecalledKind.TURN
    number = key.removeprefix(_MEMORY_KEY).removeprefix(_EVENT_KEY)
    return CalledUp(kind, number, line.date, is_past=line.is_past, is_archived=line.is_archived)
