"""`omoide goals list|show|stats|tidy|export`."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.goals import shown
from omoide.entrypoints.cli.goals.edits import register
from omoide.entrypoints.cli.goals.words import word

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext

app = typer.Typer(help="What the persona wants to reach.", no_args_is_help=False, rich_markup_mode=None)
Which = Annotated[str, typer.Argument(help="A goal's id or number.", metavar="GOAL")]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show which goals there are when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_goals, ctx)


@app.command("list", epilog="Example: omoide goals list --all")
def list_goals(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Also goals that were reached or given up.")] = False,
) -> None:
    """Show the goals, the most urgent first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.goals.list(ended=every)
    if context.json:
        context.show([shown.goal_json(goal, mind.persona) for goal in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        shown.tabled(context, found, mind.persona)


@app.command(epilog="Example: omoide goals show sh_000001")
def show(ctx: typer.Context, which: Which) -> None:
    """Show a goal with its notes, and how it ended."""
    context: CliContext = ctx.obj
    mind = context.mind()
    goal = mind.goals.get(which)
    if context.json:
        context.show(shown.goal_json(goal, mind.persona))
    else:
        shown.whole(context, goal, mind.persona)


@app.command(epilog="Example: omoide goals stats")
def stats(ctx: typer.Context) -> None:
    """Show how many goals there are of each sort."""
    context: CliContext = ctx.obj
    counted = context.mind().goals.statistics()
    if context.json:
        context.show({f"{name}_count": count for name, count in asdict(counted).items()})
    else:
        context.say(word("statistics", context.language, **asdict(counted)))


@app.command(epilog="Example: omoide goals tidy --limits")
def tidy(
    ctx: typer.Context,
    limits: Annotated[
        bool,
        typer.Option(help="Also give up what is beyond the limit (goals.most_short), as a weekly reflection does."),
    ] = False,
) -> None:
    """Give up goals of which nothing came for too long (goals.stale_days); each night does so by itself."""
    context: CliContext = ctx.obj
    report = context.mind().goals.tidy(limits=limits)
    told = asdict(report)
    if context.json:
        context.show(told)
        return
    for name, ids in told.items():
        if ids:
            context.say(word(name, context.language, ids=", ".join(ids)))
    if report.is_empty:
        context.say(word("nothing", context.language))


@app.command(epilog="Example: omoide goals export > goals.json")
def export(ctx: typer.Context) -> None:
    """Print all goals in the shape of Nexus Ark's goals.json."""
    context: CliContext = ctx.obj
    context.show(context.mind().goals.export())


register(app)
