"""A sleep's stages on the terminal: while they go on, afterwards, and as JSON."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TextColumn

from omoide.domain.sleep.budget import COST, NANO, TIME
from omoide.domain.sleep.sleep_report import SleepReport, StageResult, StageState
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.entrypoints.cli.wording import told

if TYPE_CHECKING:
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.mind import Mind

LOOK_SECONDS = 0.5
"""How often a sleep in another process is looked at."""
_STAGES = {
    SleepStage.NIGHT: ("memories fade", "記憶が薄れる"),
    SleepStage.EPISODES: ("days are told", "日々を綴る"),
    SleepStage.WEEKLY: ("weeks are told", "週にまとめる"),
    SleepStage.REFLECT: ("reflection", "省察"),
    SleepStage.GOALS: ("goals", "目標"),
    SleepStage.QUESTIONS: ("open questions", "気になること"),
    SleepStage.ENTITIES: ("names that recur", "よく出る名前"),
    SleepStage.TOPICS: ("topics", "話題"),
    SleepStage.TIDY: ("tidying", "整理"),
    SleepStage.INDEX: ("vectors", "索引"),
}
_STATES = {
    StageState.UNDER_WAY: ("under way", "進行中"),
    StageState.DONE: ("done", "済み"),
    StageState.NOTHING: ("nothing to do", "することなし"),
    StageState.LEFT: ("left for the next time", "次に持ち越し"),
    StageState.TAKEN_BACK: ("taken back: its time had not come", "取り消し（まだその時ではなかった）"),
}
_WHY = {
    TIME: ("the time for one sleep is up", "時間の上限"),
    COST: ("the money for one sleep is spent", "費用の上限"),
    "unavailable": ("a model could not be reached", "モデルに届かない"),
}
_WORDS = {
    "stage": ("stage", "段階"),
    "state": ("state", "状態"),
    "items": ("items", "件数"),
    "seconds": ("seconds", "秒"),
    "why": ("why", "理由"),
    "cost": ("cost: ${usd}", "費用: ${usd}"),
    "no_sleep": ("No sleep is under way.", "いま眠っていません。"),
    "would": (
        "So it would be; nothing was done, and nobody was asked.",
        "実行した場合の見込みです。何も変わっていません。",
    ),
}


def stage_word(key: str, language: Language, **values: object) -> str:
    """Return what is said of stages."""
    return told(_WORDS[key], language, values)


def stages_json(report: SleepReport, persona: "Persona") -> dict[str, object]:
    """Return a sleep as JSON."""
    return {
        "began": moment.iso(report.began, tz=persona.tz),
        "ended": None if report.ended is None else moment.iso(report.ended, tz=persona.tz),
        "by_itself": report.by_itself,
        "seconds": round(report.seconds, 3),
        "cost_usd": report.nano_usd / NANO,
        "stages": [
            {
                "stage": each.stage.value,
                "state": each.state.value,
                "items": each.items,
                "seconds": round(each.seconds, 3),
                "cost_usd": each.nano_usd / NANO,
                "why": each.why,
            }
            for each in report.results
        ],
    }


def show_stages(context: "CliContext", report: SleepReport) -> None:
    """Print what each stage did; those with nothing to do only where nothing was done at all."""
    language = context.language
    shown = [each for each in report.results if each.state is not StageState.NOTHING] or list(report.results)
    rows = [
        (_in(_STAGES[each.stage], language), _in(_STATES[each.state], language), _items(each), f"{each.seconds:.1f}",
         _why(each, language))
        for each in shown
    ]  # fmt: skip
    headings = [stage_word(key, language) for key in ("stage", "state", "items", "seconds", "why")]
    context.table(rows, headings=headings, spare=(3, 4))
    if report.nano_usd:
        context.say(stage_word("cost", language, usd=f"{report.nano_usd / NANO:.4f}"))


@contextmanager
def shown_live(context: "CliContext") -> Iterator[Callable[[SleepReport], None]]:
    """Show a sleep while it goes on; what is given hears how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f}"))
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bars:
        tasks = {
            stage: bars.add_task(_in(name, context.language), total=0, visible=False) for stage, name in _STAGES.items()
        }

        def hear(report: SleepReport) -> None:
            for each in report.results:
                total = max(each.total, each.items)
                bars.update(tasks[each.stage], completed=each.items, total=total, visible=True)

        yield hear


def watched(context: "CliContext", mind: "Mind") -> SleepReport | None:
    """Follow a sleep that goes on elsewhere until it ends, or its process does; return it, or `None` when there is none."""
    following = mind.sleep.under_way()
    if following is None or not mind.sleep.is_asleep():
        return following
    with shown_live(context) as hear:
        while mind.sleep.is_asleep() and (report := mind.sleep.under_way()) is not None and report.id == following.id:
            hear(report)
            time.sleep(LOOK_SECONDS)
    return next((each for each in mind.sleep.reports(limit=10) if each.id == following.id), None)


def _items(result: StageResult) -> str:
    return (
        f"{result.items}/{result.total}" if result.state is StageState.UNDER_WAY and result.total else str(result.items)
    )


def _why(result: StageResult, language: Language) -> str:
    return _in(_WHY[result.why], language) if result.why in _WHY else result.why


def _in(pair: tuple[str, str], language: Language) -> str:
    return pair[language is Language.JA]
