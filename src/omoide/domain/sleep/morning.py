"""The morning report: what changed overnight, in the persona's voice and as data (SPEC D1).

Every sentence rests on a figure of the sleep's report, or quotes what was written that night; nothing is invented.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.context.harmless import harmless
from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.text.language import Language

_DONE: Final = {
    SleepStage.NIGHT: ("思い出{n}件が夜を越した。", "My memories went through the night: {n} of them."),
    SleepStage.EPISODES: ("{n}日分の出来事を、自分の言葉で書き留めた。", "I wrote down {n} past day(s) in my own words."),
    SleepStage.WEEKLY: ("遠い{n}週間分を、一つずつの思い出にまとめた。", "I made one memory each of {n} week(s) that lie far back."),
    SleepStage.REFLECT: ("夢の中で、振り返りを{n}件書いた。", "I reflected in my dreams and wrote {n} entry(ies)."),
    SleepStage.GOALS: ("目標を{n}件見直した。", "I went over {n} of my goals."),
    SleepStage.QUESTIONS: ("気になっていたことが{n}件動いた。", "{n} of the things I wonder about moved on."),
    SleepStage.ENTITIES: ("よく出てくる名前を{n}件見つけた。", "I noticed {n} name(s) that keep coming up."),
    SleepStage.TOPICS: ("{n}件を、いつもの話題に結びつけた。", "I put {n} new thing(s) with what we often talk about."),
    SleepStage.TIDY: ("同じことを覚えていたところを{n}件整理した。", "I tidied up {n} thing(s) I had noted twice."),
    SleepStage.INDEX: ("{n}か所を、思い出しやすいように整えた。", "I made {n} passage(s) easier to find."),
}  # fmt: skip
_UNTOLD: Final = frozenset({SleepStage.INDEX})
"""Housekeeping that nobody asks a persona about."""
_WORDS: Final = {
    "quiet": ("静かな夜だった。変わったことはない。", "It was a quiet night; nothing changed."),
    "left": ("やり残したことが少しある。次の夜に続ける。", "A little was left undone; I go on with it the next night."),
    "mood": ("いまの気分：", "How I feel: "),
    "insight": ("気づいたこと：", "What I noticed: "),
    "due": ("今日のこと：", "For today: "),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MorningReport:
    """What a morning is like."""

    sleep: SleepReport | None
    """The last sleep; `None` when there was none yet."""
    mood: str = ""
    insights: tuple[str, ...] = ()
    """Written that night."""
    due: tuple[str, ...] = ()
    """What falls due today, or is overdue."""
    language: Language = Language.EN
    text: str = field(init=False)
    """In the persona's voice, a line each."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", "\n".join(_lines(self)))


def _lines(report: MorningReport) -> Sequence[str]:
    language = report.language
    told = [] if report.sleep is None else _of_sleep(report.sleep, language)
    return [
        *(told or [_word("quiet", language)]),
        *(_word("insight", language) + harmless(line) for line in report.insights),
        *([_word("mood", language) + harmless(report.mood)] if report.mood else []),
        *(_word("due", language) + harmless(line) for line in report.due),
    ]


def _of_sleep(sleep: SleepReport, language: Language) -> list[str]:
    done = [one for one in sleep.results if one.state is StageState.DONE and one.items and one.stage not in _UNTOLD]
    lines = [_DONE[one.stage][language is not Language.JA].format(n=one.items) for one in done]
    is_left = any(one.state is StageState.LEFT for one in sleep.results)
    return [*lines, _word("left", language)] if is_left else lines


def _word(key: str, language: Language) -> str:
    return _WORDS[key][language is not Language.JA]
