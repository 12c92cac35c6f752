"""`omoide jobs list|show|retry|cancel`: what is done beside the talk, what waits, and what was given up."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.jobs.job import JobState
from omoide.entrypoints.cli.jobs import shown
from omoide.entrypoints.cli.jobs.words import word

if TYPE_CHECKING:
    from omoide.domain.jobs.job import Job
    from omoide.domain.personas.persona import Persona, PersonaId
    from omoide.entrypoints.cli.context import CliContext

app = typer.Typer(help="Work that is done beside the talk.", no_args_is_help=False, rich_markup_mode=None)
Which = Annotated[str, typer.Argument(help="A job's id, as `omoide jobs list` shows it.", metavar="JOB")]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show which jobs there are when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_jobs, ctx)


@app.command("list", epilog="Example: omoide jobs list --dead")
def list_jobs(
    ctx: typer.Context,
    dead: Annotated[bool, typer.Option("--dead", help="Only those that were given up.")] = False,
    limit: Annotated[int, typer.Option(help="Most to show.", min=1, max=10_000)] = 20,
) -> None:
    """Show jobs, newest first; those of one persona where --persona names it."""
    context: CliContext = ctx.obj
    jobs = context.open().mind(context.persona).jobs if context.persona else context.open().jobs
    found = jobs.all(states=(JobState.DEAD,) if dead else (), limit=limit)
    personas = _personas(context)
    if context.json:
        context.show([shown.job_json(job, personas) for job in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        shown.tabled(context, found, personas)


@app.command(epilog="Example: omoide jobs show digest-1-4")
def show(ctx: typer.Context, job: Which) -> None:
    """Show everything about a job."""
    context: CliContext = ctx.obj
    _told(context, context.open().jobs.get(job))


@app.command(epilog="Example: omoide jobs retry digest-1-4")
def retry(ctx: typer.Context, job: Which) -> None:
    """Have a job tried again that failed, was given up or put aside."""
    context: CliContext = ctx.obj
    _told(context, context.open().jobs.retry(job), "retried")


@app.command(epilog="Example: omoide jobs cancel sleep-1-2")
def cancel(ctx: typer.Context, job: Which) -> None:
    """Put a job aside for a day; one that runs ends at its next step."""
    context: CliContext = ctx.obj
    _told(context, context.open().jobs.cancel(job), "cancelled")


def _told(context: "CliContext", job: "Job", key: str = "") -> None:
    if context.json:
        context.show(shown.job_json(job, _personas(context)))
    elif key:
        context.say(word(key, context.language, id=job.id))
    else:
        shown.whole(context, job, _personas(context))


def _personas(context: "CliContext") -> "dict[PersonaId, Persona]":
    return {persona.id: persona for persona in context.open().personas()}
