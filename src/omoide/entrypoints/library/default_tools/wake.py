"""`wake`: who I am, how I feel, what is open, what is due; the first thing a model asks for in a new talk."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omoide.domain.events.event import CHAT
from omoide.domain.feelings import mood_words
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.domain.tools.fields import said
from omoide.domain.tools.portion import portion, shown_line
from omoide.usecases.tools.reminders import ListedReminder, listed
from omoide.usecases.tools.tool import FRAME, RECORDS, Tool, ToolCaller, tool

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

LONGEST_NOTE: Final = 2_000
LONGEST_LINE: Final = 160
MOST_GOALS: Final = 5
MOST_QUESTIONS: Final = 3
MOST_DAYS: Final = 3
MOST_TALKS: Final = 3
MOST_DUE: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeInput:
    """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenThing:
    """Something that is not done with."""

    id: str = said("Its id.", "id。")
    text: str = said("What it is.", "内容。")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTalk:
    """How a talk was left."""

    id: str = said("The id of its last turn; get reads it.", "最後のやりとりの id。get で読める。")
    date: str = said("When (local).", "いつ（現地時間）。")
    text: str = said("What was said last.", "最後に話したこと。")


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeOutput:
    """How I wake up."""

    name: str = said("My name.", "私の名前。")
    now: str = said("The time (local).", "いまの時刻（現地時間）。")
    mood: str = said("How I feel.", "いまの気分。")
    due: tuple[ListedReminder, ...] = said("What the user has to do about now.", "いまごろ期限の、相手の用事。")
    goals: tuple[OpenThing, ...] = said("What I want to reach, the most urgent first.", "私の目標。急ぐものから。")
    questions: tuple[OpenThing, ...] = said("What I would like to know.", "私が知りたいこと。")
    talks: tuple[LastTalk, ...] = said(
        "How the last talks were left, the newest first.", "最近の会話の終わり。新しい順。"
    )
    days: tuple[OpenThing, ...] = said("The last days, as I told them.", "最近の日々（エピソード）。")
    frame: str = said(*FRAME)
    who_i_am: str | None = said("My core memory.", "コアメモリ。", default=None)
    notepad: str | None = said("What I noted to have at hand.", "メモ帳。", default=None)
    night: str | None = said("What the last night changed.", "前の夜に変わったこと。", default=None)


@dataclass(frozen=True, slots=True)
class WakeTool:
    """Wakes up."""

    mind: "Mind"

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (
            tool(
                "wake",
                title=("Wake up", "目を覚ます"),
                description=(
                    "Find out who you are and how things stand: your name and core memory, the time, your mood, what is due, "
                    "your goals and open questions, how the last talks were left. Call it once, at the start of a talk.",
                    "自分が誰で、いまどうなっているかを知る。名前とコアメモリ、時刻、気分、期限のある用事、目標、気になっていること、"
                    "最近の会話の終わり。会話のはじめに一度だけ呼ぶ。",
                ),
                announces=("Woke up", "目を覚ましました"),
                takes=WakeInput,
                gives=WakeOutput,
                run=self.wake,
            ),
        )

    def wake(self, caller: ToolCaller, _asked: WakeInput) -> WakeOutput:
        """Return how things stand; nothing is marked as told."""
        mind, persona = self.mind, caller.persona
        night = mind.sleep.morning()
        return WakeOutput(
            name=shown_line(persona.name),
            now=moment.iso_for_model(mind.now(), tz=persona.tz),
            mood=mood_words.told(mind.feelings.mood(), language=caller.language),
            due=tuple(listed(each, persona) for each in mind.due()[:MOST_DUE]),
            goals=tuple(OpenThing(id=each.label, text=_line(each.text)) for each in mind.goals.list()[:MOST_GOALS]),
            questions=tuple(
                OpenThing(id=str(each.id), text=_line(each.topic)) for each in mind.questions.list()[:MOST_QUESTIONS]
            ),
            talks=self._talks(caller),
            days=tuple(
                OpenThing(id=f"episode:{each.id}", text=_line(f"{each.span}: {each.summary}"))
                for each in mind.episodes.before()[-MOST_DAYS:]
            ),
            frame=RECORDS.of(caller.language),
            who_i_am=self._note(caller, mind.notes.core_memory.text),
            notepad=self._note(caller, mind.notes.notepad.text),
            night=None if night.sleep is None else _line(night.text.replace("\n", " ")),
        )

    def _talks(self, caller: ToolCaller) -> tuple[LastTalk, ...]:
        """Return the last turn of each of the last sessions."""
        newest = self.mind.log(limit=MOST_TALKS * 20, newest_first=True)
        last = {event.session_id: event for event in reversed(newest) if event.source == CHAT or event.session_id}
        shown = sorted(last.values(), key=lambda event: event.id, reverse=True)[:MOST_TALKS]
        return tuple(
            LastTalk(
                id=f"event:{event.id}",
                date=moment.iso_for_model(event.created, tz=caller.persona.tz),
                text=_line(event.user or event.assistant or ""),
            )
            for event in shown
        )

    @staticmethod
    def _note(caller: ToolCaller, text: str) -> str | None:
        if not text.strip():
            return None
        return portion(text, most=LONGEST_NOTE, language=caller.language, whole_lines=True).text


def _line(text: str) -> str:
    return shown_line(one_line(text, longest=LONGEST_LINE))
