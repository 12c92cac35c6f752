"""`omoide due`: what is due, and the owner's word on it."""

from collections.abc import Sequence
from typing import Annotated

import typer

from omoide.domain.personas.persona import Persona
from omoide.domain.reminders.reminder import Reminder
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.beliefs.shown import belief_json
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.reminders.words import stage_word, word

app = typer.Typer(help="What is due: shown, told once, done, dismissed or snoozed.", rich_markup_mode=None)

Id = Annotated[int, typer.Argument(help="Number of the task, as `omoide due` shows it.")]


@app.callback(
    invoke_without_command=True, epilog="Example: omoide due; omoide due --all; omoide due snooze 3 --until 18:00"
)
def due(
    ctx: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also what comes later, was dismissed or snoozed.")] = False,
    at: Annotated[str | None, typer.Option(help="At this time; now without it.")] = None,
) -> None:
    """Show what is due now; nothing is marked as told."""
    if ctx.invoked_subcommand is not None:
        return
    context: CliContext = ctx.obj
    mind = context.mind()
    _show(
        context,
        mind.due.all(at) if everything else mind.due(at),
        mind.persona,
        "nothing_at_all" if everything else "nothing",
    )


@app.command(epilog="Example: omoide due tell --session chat-7")
def tell(
    ctx: typer.Context,
    session: Annotated[str, typer.Option(help="In which session; there it is told again in the same words.")] = "",
) -> None:
    """Print what is to be told now and mark it as told: a second call, of anybody, does not print it again."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.due.tell(session_id=session)
    if context.json:
        context.show([_json(one, mind.persona) for one in found])
        return
    for one in found:
        context.say(one.line)
    if not found:
        context.say(word("nothing", context.language))


@app.command(epilog="Example: omoide due done 3")
def done(
    ctx: typer.Context, task: Id, reason: Annotated[str, typer.Option(help="Why; kept with the change.")] = ""
) -> None:
    """Say that a task has been done."""
    context: CliContext = ctx.obj
    mind = context.mind()
    state = mind.due.done(task, reason=reason)
    if context.json:
        context.show(belief_json(state, mind.persona))
    else:
        context.say(word("done", context.language, id=int(state.id), body=state.body))


@app.command(epilog="Example: omoide due dismiss 3")
def dismiss(ctx: typer.Context, task: Id) -> None:
    """Do not tell a task any more; it stays open."""
    context: CliContext = ctx.obj
    context.mind().due.dismiss(task)
    _said(context, task, "dismissed_now")


@app.command(epilog="Example: omoide due snooze 3 --until 2026-03-06T18:00")
def snooze(
    ctx: typer.Context, task: Id, until: Annotated[str, typer.Option(help="When to tell it; 18:00 is the next one.")]
) -> None:
    """Tell a task later, and not before."""
    context: CliContext = ctx.obj
    mind = context.mind()
    when = _time(until, now=mind.now(), persona=mind.persona)
    mind.due.snooze(task, until=when)
    _said(context, task, "snoozed_now", when=moment.iso(when, tz=mind.persona.tz))


@app.command(epilog="Example: omoide due remind 3")
def remind(ctx: typer.Context, task: Id) -> None:
    """Take back that a task was dismissed or snoozed."""
    context: CliContext = ctx.obj
    context.mind().due.remind(task)
    _said(context, task, "reminded_now")


def _said(context: CliContext, task: int, key: str, **values: str) -> None:
    if context.json:
        context.show({"id": task, **values})
    else:
        context.say(word(key, context.language, id=task, **values))


def _show(context: CliContext, found: Sequence[Reminder], persona: Persona, nothing: str) -> None:
    if context.json:
        context.show([_json(one, persona) for one in found])
        return
    if not found:
        context.say(word(nothing, context.language))
        return
    rows = [
        (
            str(one.task.id),
            stage_word(one, context.language),
            _when(one, persona),
            _clock(one.told, persona),
            one.task.body,
        )
        for one in found
    ]
    headings = [word(key, context.language) for key in ("id", "stage", "due", "told", "what")]
    context.table(rows, headings=headings, spare=(3, 1))


def _json(one: Reminder, persona: Persona) -> dict[str, object]:
    def told(when: Moment | None) -> str | None:
        return None if when is None else moment.iso(when, tz=persona.tz)

    return {
        "id": int(one.task.id),
        "body": one.task.body,
        "due": one.task.day.isoformat() if one.task.is_whole_day else told(one.task.due),
        "stage": one.stage.value,
        "to_tell": one.is_to_be_told,
        "told": told(one.told),
        "dismissed": one.dismissed,
        "snoozed_until": told(one.snoozed_until),
        "line": one.line,
    }


def _when(one: Reminder, persona: Persona) -> str:
    return one.task.day.isoformat() if one.task.is_whole_day else _clock(one.task.due, persona)


def _clock(when: Moment | None, persona: Persona) -> str:
    return "" if when is None else f"{moment.local(when, tz=persona.tz):%Y-%m-%d %H:%M}"


def _time(text: str, *, now: Moment, persona: Persona) -> Moment:
    return moment.next_time(text, now=now, tz=persona.tz) or moment.parse(text, tz=persona.tz)
