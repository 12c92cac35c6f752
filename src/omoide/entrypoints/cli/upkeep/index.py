"""`omoide index status|update|rebuild`."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn

from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.words import word

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

app = typer.Typer(help="The search index: words and vectors.", no_args_is_help=True, rich_markup_mode=None)


@app.command(epilog="Example: omoide index status")
def status(ctx: typer.Context) -> None:
    """Show how far the vectors of each embedding space have come."""
    context: CliContext = ctx.obj
    found = context.mind().index_status()
    if context.json:
        context.show(
            [
                {"space": line.space, "active": line.is_active, "passages": line.passages, "vectors": line.vectors}
                for line in found
            ]
        )
        return
    rows = [
        (
            line.space,
            word("yes" if line.is_active else "no", context.language),
            str(line.passages),
            str(line.vectors),
            str(line.pending),
        )
        for line in found
    ]
    headings = [word(key, context.language) for key in ("space", "active", "passages", "vectors", "pending")]
    context.table(rows, headings=headings, texts=(0,), spare=(2,))


@app.command(epilog="Example: omoide index update")
def update(ctx: typer.Context) -> None:
    """Make the vectors that are still missing."""
    context: CliContext = ctx.obj
    _told(context, "embedded", _with_progress(context, context.mind()))


@app.command(epilog="Example: omoide index rebuild --vectors")
def rebuild(
    ctx: typer.Context,
    vectors: Annotated[bool, typer.Option("--vectors", help="Embed every passage anew as well.")] = False,
) -> None:
    """Make the index anew from what is kept; the log itself is not touched."""
    context: CliContext = ctx.obj
    mind = context.mind()
    count = mind.rebuild_index(embed_anew=vectors)
    _with_progress(context, mind)
    _told(context, "rebuilt", count)


def _with_progress(context: CliContext, mind: "Mind") -> int:
    columns = (SpinnerColumn(), TextColumn("{task.completed:.0f}"), TextColumn("{task.description}"))
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bar:
        task = bar.add_task(word("vectors", context.language), total=None)
        return mind.catch_up(progress=lambda done: bar.update(task, completed=done))


def _told(context: CliContext, key: str, count: int) -> None:
    if context.json:
        context.show({key: count})
    else:
        context.say(word(key, context.language, count=count))
