"""`omoide sleep`, `omoide sleep undo`, `omoide sleep report`, `omoide forecast` and `omoide morning`."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.memories import retention
from omoide.domain.memories.levels import Level
from omoide.domain.models.estimate import total_nano_usd
from omoide.domain.sleep.budget import NANO
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.time import moment
from omoide.entrypoints.cli.memories.commands import words_first
from omoide.entrypoints.cli.memories.json import foreseen_json, report_json
from omoide.entrypoints.cli.memories.words import cause_word, level_word, short_cause, word
from omoide.entrypoints.cli.nights.stages import show_stages, shown_live, stage_word, stages_json, watched

if TYPE_CHECKING:
    from omoide.domain.nights.night_report import NightReport
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.mind import Mind

STAGES_HELP = f"Only this stage; may be repeated: {', '.join(ORDER)}."
app = typer.Typer(help="Sleep: memories fade, days are told, topics grow, all is tidied.", rich_markup_mode=None)


def register(main: typer.Typer) -> None:
    """Add `omoide forecast` and `omoide morning`."""
    main.command(epilog="Example: omoide forecast --days 14")(forecast)
    main.command(epilog="Example: omoide morning")(morning)


@app.callback(invoke_without_command=True, epilog="Example: omoide sleep; omoide sleep --stage episodes --stage topics")
def sleep(
    ctx: typer.Context,
    early: Annotated[bool, typer.Option("--early", help="Bring the coming night forward.")] = False,
    stage: Annotated[list[str] | None, typer.Option(help=STAGES_HELP)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would do and cost, on a copy.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Follow a sleep that goes on in another process.")] = False,
) -> None:
    """Sleep: run every night that is due, tell days, sort topics, tidy; a sleep that was broken off goes on."""
    if ctx.invoked_subcommand is not None:
        return
    context: CliContext = ctx.obj
    mind = context.mind()
    if watch:
        _watch(context, mind)
    elif dry_run:
        _rehearse(context, mind)
    else:
        _sleep(context, mind, stages=stage or [each.value for each in ORDER], early=early)


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


def morning(
    ctx: typer.Context, at: Annotated[str | None, typer.Option(help="At this time; now without it.")] = None
) -> None:
    """Say what changed overnight, how the persona feels and what the day holds."""
    context: CliContext = ctx.obj
    mind = context.mind()
    report = mind.sleep.morning(at)
    if context.json:
        told = None if report.sleep is None else stages_json(report.sleep, mind.persona)
        extra = {"mood": report.mood, "insights": list(report.insights), "due": list(report.due)}
        context.show({"text": report.text, "sleep": told, **extra})
        return
    for line in report.text.splitlines():
        context.say(line)


def _sleep(context: "CliContext", mind: "Mind", *, stages: list[str], early: bool) -> None:
    before = mind.memories.reports(limit=1)
    with shown_live(context) as hear:
        report = mind.sleep(stages=stages, early=early, watch=hear)
    night = next((each for each in mind.memories.reports(limit=1) if each not in before), None)
    if context.json:
        told = None if night is None else report_json(night, mind.persona)
        context.show(
            {"slept": night is not None, "next": _next(mind), "night": told, **stages_json(report, mind.persona)}
        )
        return
    if night is not None:
        _tell(context, night, mind.persona)
    elif report.result(SleepStage.NIGHT) is not None:
        context.say(word("not_due", context.language, at=_next(mind)))
    if report.did_anything or night is not None:
        show_stages(context, report)


def _watch(context: "CliContext", mind: "Mind") -> None:
    report = watched(context, mind)
    if context.json:
        context.show(None if report is None else stages_json(report, mind.persona))
    elif report is None:
        context.say(stage_word("no_sleep", context.language))
    else:
        show_stages(context, report)


def _rehearse(context: "CliContext", mind: "Mind") -> None:
    rehearsal = context.open().models.rehearse(mind.persona)
    nano = total_nano_usd(rehearsal.expected)
    if context.json:
        expected = None if nano is None else nano / NANO
        context.show({"dry_run": True, "expected_usd": expected, **stages_json(rehearsal.slept, mind.persona)})
        return
    show_stages(context, rehearsal.slept)
    if rehearsal.expected:
        context.say(stage_word("cost", context.language, usd="?" if nano is None else f"{nano / NANO:.4f}"))
    context.say(stage_word("would", context.language))


def _next(mind: "Mind") -> str:
    hour = mind.configuration.settings.compression.schedule_hour
    return moment.iso(retention.next_batch(mind.now(), hour=hour, tz=mind.persona.tz), tz=mind.persona.tz)


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
