"""`omoide entities rename|alias|merge|archive|remove|consolidate`: names, putting away, bringing in order."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.text.printable import label
from omoide.entrypoints.cli.entities import shown
from omoide.entrypoints.cli.entities.words import word
from omoide.entrypoints.cli.notes.acts import Base, By, Reason
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext

Name = Annotated[str, typer.Argument(help="Any of its names.", metavar="NAME")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(epilog="Example: omoide entities rename みお 美緒")(rename)
    app.command(epilog="Example: omoide entities alias 美緒 みお ミーちゃん")(alias)
    app.command(epilog="Example: omoide entities merge 美緒 写真部の子")(merge)
    app.command(epilog="Example: omoide entities archive 旧オフィス")(archive)
    app.command(epilog="Example: omoide entities remove 旧オフィス --yes")(remove)
    app.command(epilog="Example: omoide entities consolidate --all")(consolidate)


def rename(
    ctx: typer.Context,
    name: Name,
    new: Annotated[str, typer.Argument(help="Its name from now on.")],
    reason: Reason = "",
    by: By = "owner",
) -> None:
    """Give an entity another name; the old one stays as an alias."""
    context: CliContext = ctx.obj
    mind = context.mind()
    shown.tell(context, mind.persona, "named", mind.entities.rename(name, new, by=by, reason=reason))


def alias(
    ctx: typer.Context,
    name: Name,
    aliases: Annotated[list[str], typer.Argument(help="Other names.")],
    drop: Annotated[bool, typer.Option("--drop", help="Take these names away instead.")] = False,
    reason: Reason = "",
    by: By = "owner",
) -> None:
    """Let an entity go by other names, too."""
    context: CliContext = ctx.obj
    mind = context.mind()
    change = mind.entities.drop_aliases if drop else mind.entities.add_aliases
    shown.tell(context, mind.persona, "named", change(name, *aliases, by=by, reason=reason))


def merge(
    ctx: typer.Context,
    name: Name,
    other: Annotated[str, typer.Argument(help="Who or what it is as well.")],
    reason: Reason = "",
    by: By = "owner",
) -> None:
    """Make one of two that are one: the other's names become aliases of the first, its lines follow."""
    context: CliContext = ctx.obj
    mind = context.mind()
    made = mind.entities.merge(name, other, by=by, reason=reason)
    shown.tell(context, mind.persona, "merged", made, other=label(other))


def archive(
    ctx: typer.Context,
    name: Name,
    undo: Annotated[bool, typer.Option("--undo", help="Bring it back.")] = False,
    reason: Reason = "",
) -> None:
    """Put an entity away, out of lists, searches and prompts."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if undo:
        shown.tell(context, mind.persona, "unarchived", mind.entities.unarchive(name, reason=reason))
    else:
        shown.tell(context, mind.persona, "archived", mind.entities.archive(name, reason=reason))


def remove(
    ctx: typer.Context,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    base: Base = None,
) -> None:
    """Delete an entity with its history, for good; its names are not proposed again."""
    context: CliContext = ctx.obj
    mind = context.mind()
    known = mind.entities.get(name).entity
    if not yes and not (
        context.console.is_terminal and typer.confirm(word("sure", context.language, name=label(known.name)))
    ):
        raise InvalidInput("nothing was removed; say --yes when you are sure")
    shown.tell(context, mind.persona, "removed", mind.entities.remove(name, base=base))


def consolidate(
    ctx: typer.Context,
    name: Annotated[str | None, typer.Argument(help="Any of its names.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All profiles that changed since they last were.")] = False,
) -> None:
    """Put profiles in order: the same said twice stands once, the newest fact wins."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if every == (name is not None):
        raise InvalidInput("name one entity, or say --all")
    if name is not None:
        before = mind.entities.get(name).entity.version
        shown.tell_kept(context, mind.persona, before, mind.entities.consolidate(name))
        return
    report = mind.entities.consolidate_all()
    if context.json:
        context.show(
            {
                "changed": list(report.changed),
                "unchanged": list(report.unchanged),
                "skipped": list(report.skipped),
                "stopped_by": report.stopped_by,
            }
        )
        return
    done = {"changed": len(report.changed), "unchanged": len(report.unchanged)}
    context.say(word("consolidated", context.language, **done))
    if report.skipped:
        names = label(", ".join(report.skipped))
        context.say(word("skipped", context.language, names=names, why=report.stopped_by))
