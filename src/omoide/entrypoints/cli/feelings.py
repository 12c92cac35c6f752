"""`omoide digest`, `omoide settle`, `omoide mood`, `omoide feelings` and `omoide thread`: thinking about what happened."""

import sys
from typing import Annotated

import typer

from omoide.domain.context.shown import shown_text
from omoide.domain.feelings.affect import Vad
from omoide.domain.time import moment
from omoide.entrypoints.cli.beliefs.words import word
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.events import event_json, heading, said
from omoide.entrypoints.cli.terminal import behind


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(epilog="Example: omoide digest --limit 100")(digest)
    app.command(epilog="Example: omoide settle --timeout 60")(settle)
    app.command(epilog="Example: omoide mood --at 2026-03-01T21:00")(mood)
    app.command(epilog="Example: omoide feelings --day 2026-03-01")(feelings)
    app.command(epilog="Example: omoide thread 42")(thread)


def digest(
    ctx: typer.Context,
    limit: Annotated[int | None, typer.Option(help="At most this many events.", min=0)] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Also events whose plan was refused.")] = False,
) -> None:
    """Digest the turns that wait now, oldest first: memories, beliefs, feelings.  It happens by itself otherwise."""
    context: CliContext = ctx.obj
    shows = not context.json and sys.stderr.isatty()
    report = context.mind().digest(limit=limit, retry=retry, progress=_progress if shows else None)
    if shows:
        behind(sys.stderr).write("\r\033[K")
    counts = {name: getattr(report, name) for name in ("applied", "remembered", "skipped", "refused", "waiting")}
    if context.json:
        reasons = {str(event_id): list(why) for event_id, why in report.reasons.items()}
        context.show({**counts, "stopped_by": report.stopped_by, "reasons": reasons})
        return
    context.say(word("digested", context.language, **counts))
    for event_id, why in report.reasons.items():
        context.say(word("refused", context.language, id=event_id, why="; ".join(why)))
    if report.stopped_by:
        context.say(word("stopped", context.language, why=report.stopped_by))


def settle(
    ctx: typer.Context,
    timeout: Annotated[float | None, typer.Option(help="Give up after this many seconds.", min=0.0)] = None,
) -> None:
    """Do everything that waits, now, and return when nothing waits any more: digest, vectors, nights that are due."""
    context: CliContext = ctx.obj
    done = context.mind().settle(timeout=timeout)
    if context.json:
        context.show({"portions": done.portions, "nights": done.nights})
    else:
        context.say(word("settled_all", context.language, nights=done.nights))


def mood(
    ctx: typer.Context, at: Annotated[str | None, typer.Option(help="At this time; now without it.")] = None
) -> None:
    """Show the persona's mood at an instant: a slow baseline, and the shock that still fades."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.feelings.mood(at=at)
    layers = {"felt": found.felt, "baseline": found.baseline, "shock": found.shock}
    if context.json:
        numbers = {name: dict(zip("vad", map(_round, vad.axes), strict=True)) for name, vad in layers.items()}
        context.show({"at": moment.iso(found.at, tz=mind.persona.tz), "text": found.text, **numbers})
        return
    context.say(found.text)
    context.say(word("mood", context.language, **{name: _axes(vad) for name, vad in layers.items()}))


def feelings(
    ctx: typer.Context, day: Annotated[str | None, typer.Option(help="Local day; today without it.")] = None
) -> None:
    """Show the emotions the persona showed on a day."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.feelings.emotions(day)
    lines = [
        (
            moment.iso(one.at, tz=mind.persona.tz),
            one.emotion.category.value,
            f"{one.emotion.intensity:.2f}",
            one.bonding,
        )
        for one in found
    ]
    names = ("when", "category", "intensity", "bonding")
    if context.json:
        context.show([dict(zip(names, line, strict=True)) for line in lines])
    elif not lines:
        context.say(word("no_feelings", context.language))
    else:
        clock = [f"{moment.local(one.at, tz=mind.persona.tz):%Y-%m-%d %H:%M}" for one in found]
        rows = [(at, *line[1:]) for at, line in zip(clock, lines, strict=True)]
        context.table(rows, headings=[word(name, context.language) for name in names], texts=(0, 3), spare=(2,))


def thread(ctx: typer.Context, event: Annotated[int, typer.Argument(help="Event id.")]) -> None:
    """Show what an event was about: the way back to where the talk began."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.thread(event)
    if context.json:
        path = [
            {
                "label": link.label.value,
                "confidence": link.confidence,
                "provisional": link.is_provisional,
                "event": event_json(one, mind.persona),
            }
            for link, one in found.path
        ]
        flows = [mark.key for mark in found.marks]
        members = [int(one.id) for one in found.members]
        context.show({"event": event_json(found.event, mind.persona), "path": path, "flows": flows, "members": members})
        return
    context.say(word("thread_start", context.language))
    context.say(heading(found.beginning, mind.persona))
    context.say(said(found.beginning))
    if found.path:
        context.say(word("thread_path", context.language))
    for link, one in found.path:
        context.say(f"  {link.label.value} {link.confidence:.2f} → #{one.id}  {shown_text(one.user)[:60]}")
    if found.marks:
        context.say(word("thread_flows", context.language, keys=", ".join(mark.key for mark in found.marks)))


def _progress(done: int, total: int) -> None:
    behind(sys.stderr).write(f"\r{done}/{total}")
    sys.stderr.flush()


def _round(value: float) -> float:
    return round(value, 4)


def _axes(vad: Vad) -> str:
    return " ".join(f"{round(value, 2) + 0.0:+.2f}" for value in vad.axes)  # a negative zero is a zero
