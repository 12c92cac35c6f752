"""`omoide goals add|edit|note|complete|abandon|reopen|remove`: what is done by hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.goals import shown
from omoide.entrypoints.cli.goals.words import word

if TYPE_CHECKING:
    from omoide.domain.goals.goal import Goal
    from omoide.entrypoints.cli.context import CliContext

Which = Annotated[str, typer.Argument(help="A goal's id or number.", metavar="GOAL")]
Long = Annotated[bool, typer.Option("--long", help="In the long run; without it, soon.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    examples: dict[Callable[..., None], str] = {
        add: "omoide goals add 創作ノートで詩を書く --priority 1",
        edit: "omoide goals edit sh_000001 --priority 2",
        note: "omoide goals note sh_000001 題が決まった",
        complete: "omoide goals complete sh_000001 --note 三篇書けた",
        abandon: "omoide goals abandon sh_000001 --reason 興味が移った",
        reopen: "omoide goals reopen sh_000001",
        remove: "omoide goals remove sh_000001",
    }
    for command, example in examples.items():
        app.command(epilog=f"Example: {example}")(command)


def add(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="What is to be reached.")],
    long: Long = False,
    priority: Annotated[int, typer.Option(help="From 1, the most urgent, to 5.")] = 3,
) -> None:
    """Add a goal."""
    goal = ctx.obj.mind().goals.add(text, term="long" if long else "short", priority=priority)
    _told(ctx.obj, goal, "added")


def edit(
    ctx: typer.Context,
    which: Which,
    text: Annotated[str | None, typer.Option(help="In these words.")] = None,
    priority: Annotated[int | None, typer.Option(help="From 1, the most urgent, to 5.")] = None,
    term: Annotated[str | None, typer.Option(help="short or long.")] = None,
) -> None:
    """Say a goal in other words, or give it another priority or term."""
    _told(ctx.obj, ctx.obj.mind().goals.edit(which, text=text, priority=priority, term=term), "edited")


def note(ctx: typer.Context, which: Which, text: Annotated[str, typer.Argument(help="What came of it.")]) -> None:
    """Note what came of a goal."""
    _told(ctx.obj, ctx.obj.mind().goals.note(which, text), "noted")


def complete(
    ctx: typer.Context, which: Which, note: Annotated[str, typer.Option(help="How it was reached.")] = ""
) -> None:
    """Say that a goal was reached; an episode of its own tells of it."""
    _told(ctx.obj, ctx.obj.mind().goals.complete(which, note=note), "completed")


def abandon(
    ctx: typer.Context, which: Which, reason: Annotated[str, typer.Option(help="Why it is given up.")] = ""
) -> None:
    """Give a goal up."""
    _told(ctx.obj, ctx.obj.mind().goals.abandon(which, reason=reason), "abandoned")


def reopen(ctx: typer.Context, which: Which) -> None:
    """Take a goal up again that was given up."""
    _told(ctx.obj, ctx.obj.mind().goals.reopen(which), "reopened")


def remove(ctx: typer.Context, which: Which) -> None:
    """Delete a goal for good; the episode of one that was reached stays."""
    _told(ctx.obj, ctx.obj.mind().goals.remove(which), "removed")


def _told(context: "CliContext", goal: "Goal", key: str) -> None:
    if context.json:
        context.show(shown.goal_json(goal, context.mind().persona))
    else:
        context.say(word(key, context.language, id=goal.label))
