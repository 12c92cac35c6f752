"""`omoide sleep`, `omoide sleep undo`, `omoide sleep report` and `omoide forecast`."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

from omoide.domain.memories import retention
from omoide.domain.memories.levels import Level
from omoide.domain.time import moment
from omoide.entrypoints.cli.memories.commands import words_first
from omoide.entrypoints.cli.memories.json import foreseen_json, report_json
from omoide.entrypoints.cli.memories.words import cause_word, level_word, short_cause, word
from omoide.ports.nights.store import Phase

if TYPE_CHECKING:
    from omoide.domain.nights.night_report import NightReport
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.mind import Mind

app = typer.Typer(help="The night: fading, compressing, reviving, linking.", rich_markup_mode=None)


def register(main: typer.Typer) -> None:
    """Add `omoide forecast`."""
    main.command(epilog="Example: omoide forecast --days 14")(forecast)


@app.callback(invoke_without_command=True, epilog="Example: omoide sleep; omoide sleep undo; omoide sleep report")
def sleep(
    ctx: typer.Context,
    early: Annotated[bool, typer.Option("--early", help="Bring the coming night forward.")] = False,
) -> None:
    """Run every night that is due, missed ones too; a night that was broken off is finished."""
    if ctx.invoked_subcommand is not None:
        return
    context: CliContext = ctx.obj
    mind = context.mind()
    report = _with_progress(context, mind, early=early)
    if report is None:
        _not_due(context, mind)
    else:
        _tell(context, report, mind.persona)


@app.command(epilog="Example: omoide sleep undo --nights 2")
def undo(
    ctx: typer.Context,
    nights: Annotated[int, typer.Option(help="How many nights, the newest first.", min=1)] = 1,
    ahead: Annotated[bool, typer.Option("--ahead", help="Every night that was run ahead of the clock.")] = False,
) -> None:
    """Take the last night back, or several, each within its grace period."""
    context: CliContext = ctx.obj
    mind = context.mind()
    undone: list[str] = []
    while mind.memories.night_ahead() is not None if ahead else len(undone) < nights:
        undone.append(moment.iso(mind.memories.undo_sleep(), tz=mind.persona.tz))
        if not context.json:
            context.say(word("undone", context.language, at=undone[-1]))
    if context.json:
        context.show({"undone": undone})
    elif not undone:
        context.say(word("none_ahead", context.language))


@app.command(epilog="Example: omoide sleep report --last 7")
def report(ctx: typer.Context, last: Annotated[int, typer.Option(help="How many nights back.", min=1)] = 1) -> None:
    """Show what the last nights did."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.memories.reports(limit=last)
    if context.json:
        context.show([report_json(each, mind.persona) for each in found])
    elif not found:
        context.say(word("no_report", context.language))
    for each in [] if context.json else found:
        _tell(context, each, mind.persona)


def forecast(
    ctx: typer.Context,
    days: Annotated[int, typer.Option(help="How far ahead.", min=1, max=3660)] = 30,
    limit: Annotated[int | None, typer.Option(help="Show at most this many.", min=1)] = None,
) -> None:
    """Say which memories will fall to which level or stay, when and why, if nothing is recalled meanwhile."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.memories.forecast(days=days)[:limit]
    if context.json:
        context.show([foreseen_json(each, mind.persona) for each in found])
        return
    if not found:
        context.say(word("no_falls", context.language, days=days))
        return
    language = context.language
    rows = [
        (
            each.day.isoformat(),
            each.memory.label,
            f"{int(each.fall.before)} → {int(each.fall.after)}",
            f"{each.fall.retention_score:.1f}",
            short_cause(each.fall.cause, language),
            words_first(each.memory.trigger),
        )
        for each in found
    ]
    headings = [word(key, language) for key in ("when", "id", "level", "retention", "why", "memory")]
    context.table(rows, headings=headings, flat=True, spare=(3, 4, 1))


def _with_progress(context: "CliContext", mind: "Mind", *, early: bool) -> "NightReport | None":
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f}"))
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bars:
        tasks = {phase: bars.add_task(phase.value, total=0, visible=False) for phase in Phase}

        def told(phase: Phase, done: int, total: int) -> None:
            bars.update(tasks[phase], completed=done, total=total, visible=True)

        return mind.memories.sleep(early=early, progress=told)


def _not_due(context: "CliContext", mind: "Mind") -> None:
    hour = mind.configuration.settings.compression.schedule_hour
    following = retention.next_batch(mind.now(), hour=hour, tz=mind.persona.tz)
    at = moment.iso(following, tz=mind.persona.tz)
    if context.json:
        context.show({"slept": False, "next": at})
    else:
        context.say(word("not_due", context.language, at=at))


def _tell(context: "CliContext", report: "NightReport", persona: "Persona") -> None:
    if context.json:
        context.show(report_json(report, persona))
        return
    language = context.language
    mark = f" {word('was_undone', language)}" if report.undone else ""
    context.say(f"{word('night', language)} {moment.iso(report.until, tz=persona.tz)}{mark}")
    context.say(word("slept", language, nights=report.nights, memories=report.memories))
    levels = "  ".join(f"{level_word(level, language)}: {report.levels[str(int(level))]}" for level in Level)
    context.say(f"{word('levels', language)}: {levels}")
    counted = "  ".join(f"{name} {count}" for name, count in report.counts.items() if count)
    context.say(f"{word('changes', language)}: {counted or '-'}")
    rows = [
        (each.label, f"{int(each.before)} → {int(each.after)}", cause_word(each.cause, language))
        for each in report.changes[:20]
    ]
    if rows:
        context.table(rows, headings=[word(key, language) for key in ("id", "level", "why")])
