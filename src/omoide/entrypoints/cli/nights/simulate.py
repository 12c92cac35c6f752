"""`omoide simulate`: a made-up life on a scratch home, in minutes."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

from omoide.domain.memories.levels import Level
from omoide.domain.nights.simulation import LIVES
from omoide.entrypoints.cli.memories.words import level_word, word
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext
    from omoide.usecases.nights.simulate import Simulated, Snapshot

DAYS_A_MONTH = 30


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide simulate --days 365 --turns-per-day 100 --seed 1 --plot year.svg")(simulate)


def simulate(
    ctx: typer.Context,
    days: Annotated[int, typer.Option(help="Days to live.", min=1, max=3660)] = 365,
    turns_per_day: Annotated[int, typer.Option(help="Turns a day.", min=1, max=1000)] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same life.", min=0)] = 1,
    life: Annotated[str, typer.Option(help=f"What it is like: {', '.join(LIVES)}.")] = "deep",
    plot: Annotated[Path | None, typer.Option(help="Draw levels and forgetting curves (.svg or .png).")] = None,
) -> None:
    """Live a made-up life on a scratch home and show how memories fade; your own memories are not touched."""
    context: CliContext = ctx.obj
    if life not in LIVES:
        raise InvalidInput(f"there is no life called {life!r}; choose one of {', '.join(LIVES)}")
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        raise InvalidInput(f"a picture is drawn as .svg or .png; {plot.name!r} is neither")
    from omoide.bootstrap.scratch import simulated

    with tempfile.TemporaryDirectory(prefix="omoide-simulate-") as folder, _bar(context, days) as told:
        result = simulated(Path(folder), LIVES[life], days=days, turns_per_day=turns_per_day, seed=seed, progress=told)
    _tell(context, result)
    if plot is not None:
        from omoide.entrypoints.cli.nights import picture

        picture.save(result, plot)
        if not context.json:
            context.say(word("drawn", context.language, path=plot))


@contextmanager
def _bar(context: "CliContext", days: int) -> "Iterator[_Told]":
    columns = (BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f}"))
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bars:
        yield _Told(bars, days)


class _Told:
    """Moves the bar on."""

    def __init__(self, bars: Progress, days: int) -> None:
        self._bars = bars
        self._task = bars.add_task("", total=days)

    def __call__(self, done: int, total: int) -> None:
        self._bars.update(self._task, completed=done, total=total)


def _tell(context: "CliContext", result: "Simulated") -> None:
    months = [each for each in result.snapshots if each.day % DAYS_A_MONTH == 0 or each.day == result.days]
    if context.json:
        context.show(
            {
                "days": result.days,
                "turns": result.turns,
                "seconds": result.seconds,
                "months": [_month(each) for each in months],
            }
        )
        return
    headings = [word("when", context.language), *(level_word(level, context.language) for level in Level)]
    rows = [
        (str(each.day), *(f"{each.levels[level]} ({_share(each, level):.1%})" for level in Level)) for each in months
    ]
    context.table(rows, headings=[*headings, word("total", context.language)][: len(headings)])
    context.say(word("took", context.language, turns=result.turns, nights=result.days, seconds=result.seconds))


def _month(snapshot: "Snapshot") -> dict[str, object]:
    return {
        "day": snapshot.day,
        "levels": {str(int(level)): snapshot.levels[level] for level in Level},
        "shares": {str(int(level)): round(_share(snapshot, level), 4) for level in Level},
    }


def _share(snapshot: "Snapshot", level: Level) -> float:
    return snapshot.levels[level] / (sum(snapshot.levels.values()) or 1)
