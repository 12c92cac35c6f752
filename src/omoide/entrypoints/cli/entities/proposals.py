"""`omoide entities proposals list|find|accept|dismiss`: names that recur."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.text.printable import label
from omoide.entrypoints.cli.entities import shown
from omoide.entrypoints.cli.entities.words import word
from omoide.entrypoints.cli.notes.acts import By

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext

app = typer.Typer(help="Names that recur and have no profile yet.", no_args_is_help=False, rich_markup_mode=None)
Number = Annotated[int, typer.Argument(help="Number, as `proposals list` shows it.", metavar="ID", min=1)]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show what is proposed when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, ctx)


@app.command("list", epilog="Example: omoide entities proposals list --json")
def list_(
    ctx: typer.Context, every: Annotated[bool, typer.Option("--all", help="Also those that were settled.")] = False
) -> None:
    """List what is proposed, with the memories it rests on and what would be written."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.entities.proposals(status=None if every else "pending")
    if context.json:
        context.show([shown.proposed_json(each, mind.persona) for each in found])
    elif not found:
        context.say(word("no_proposals", context.language))
    for each in () if context.json else found:
        shown.tell_proposed(context, each)


@app.command(epilog="Example: omoide entities proposals find")
def find(ctx: typer.Context) -> None:
    """Look for names that recur now, instead of after the next night."""
    context: CliContext = ctx.obj
    report = context.mind().entities.propose()
    if context.json:
        named = {"made": report.made, "renewed": report.renewed, "undrafted": report.undrafted}
        context.show({**{key: list(names) for key, names in named.items()}, "stopped_by": report.stopped_by})
        return
    context.say(word("found", context.language, made=len(report.made), renewed=len(report.renewed)))
    if report.undrafted:
        names = label(", ".join(report.undrafted))
        context.say(word("undrafted", context.language, names=names, why=report.stopped_by))


@app.command(epilog="Example: omoide entities proposals accept 3 --name 美緒")
def accept(
    ctx: typer.Context,
    number: Number,
    name: Annotated[str | None, typer.Option(help="Under this name instead.")] = None,
    text: Annotated[str | None, typer.Option(help="In these words instead.")] = None,
    by: By = "owner",
) -> None:
    """Write what is proposed into a profile."""
    context: CliContext = ctx.obj
    mind = context.mind()
    made = mind.entities.accept(number, name=name, text=text, by=by)
    shown.tell_kept(context, mind.persona, -1, made)


@app.command(epilog="Example: omoide entities proposals dismiss 3")
def dismiss(ctx: typer.Context, number: Number) -> None:
    """Say that nothing is to be written; a name without a profile is not proposed again."""
    context: CliContext = ctx.obj
    gone = context.mind().entities.dismiss(number)
    if context.json:
        context.show({"id": gone.id, "name": gone.name, "status": gone.status.value})
    else:
        context.say(word("dismissed", context.language, name=label(gone.name)))
