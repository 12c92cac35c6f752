"""`omoide entities list|show|write|edit|search|history|diff|restore`, and under it names and proposals."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.text.printable import label, printable
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.entities import managing, proposals, shown
from omoide.entrypoints.cli.entities.words import word
from omoide.entrypoints.cli.notes.acts import Base, By, File, Given, New, Old, Reason, Revision, Version, show_hunks
from omoide.entrypoints.cli.notes.editor import opened_in_editor
from omoide.entrypoints.cli.notes.given import given_text

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext

app = typer.Typer(
    help="People and things the persona knows, each with a profile.", no_args_is_help=False, rich_markup_mode=None
)
Name = Annotated[str, typer.Argument(help="Any of its names.", metavar="NAME")]
managing.register(app)
app.add_typer(proposals.app, name="proposals")


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show whom and what the persona knows when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, ctx)


@app.command("list", epilog="Example: omoide entities list --all --json")
def list_(
    ctx: typer.Context, every: Annotated[bool, typer.Option("--all", help="Also those that were put away.")] = False
) -> None:
    """List the entities in the order in which they came to be known."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.entities.all(archived=every)
    if context.json:
        context.show([shown.entity_json(each, mind.persona) for each in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        shown.table(context, found, mind.persona)


@app.command(epilog="Example: omoide entities show みお")
def show(ctx: typer.Context, name: Name, revision: Revision = None) -> None:
    """Show a profile with what is believed now; or its text as it read after an earlier version."""
    context: CliContext = ctx.obj
    mind = context.mind()
    known = mind.entities.get(name)
    if revision is not None:
        text = mind.entities.at(name, revision)
        if context.json:
            context.show({**shown.entity_json(known.entity, mind.persona), "version": revision, "text": text})
        elif text:
            context.write(text.removesuffix("\n"))
    elif context.json:
        context.show(shown.known_json(known, mind.persona))
    else:
        context.write(known.markdown().removesuffix("\n"))


@app.command(cls=DashedText, epilog='Example: omoide entities write 美緒 "- 写真を撮るのが好き。" --consolidate')
def write(
    ctx: typer.Context,
    name: Name,
    text: Given = None,
    file: File = None,
    consolidate: Annotated[bool, typer.Option(help="Put the whole in order with it.")] = False,
    replace: Annotated[bool, typer.Option(help="Put the text in place of the profile.")] = False,
    base: Base = None,
    reason: Reason = "",
    by: By = "owner",
) -> None:
    """Add to a profile, which is made when there is none; what stood there stays in its history."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if consolidate and replace:
        raise typer.BadParameter("give --consolidate or --replace, not both")
    mode = "consolidate" if consolidate else "replace" if replace else "append"
    given, before = given_text(text, file), _version(context, name)
    after = mind.entities.write(name, given, mode=mode, base=base, by=by, reason=reason)
    shown.tell_kept(context, mind.persona, before, after)


@app.command(epilog="Example: omoide entities edit 美緒")
def edit(ctx: typer.Context, name: Name, reason: Reason = "", by: By = "owner") -> None:
    """Open a profile in your editor ($VISUAL, $EDITOR); if somebody else wrote meanwhile, what you typed is kept in a file."""
    context: CliContext = ctx.obj
    mind = context.mind()
    before = _version(context, name)
    for path in mind.entities.drafts(name):
        sys.stderr.write(f"omoide: {word('draft_left', context.language, path=printable(str(path)))}\n")
    after = mind.entities.edit_with(name, opened_in_editor, by=by, reason=reason)
    shown.tell_kept(context, mind.persona, before, after)


@app.command(cls=DashedText, epilog='Example: omoide entities search "猫 京都"')
def search(
    ctx: typer.Context,
    words: Annotated[str, typer.Argument(help="Words with blanks between them.")],
    limit: Annotated[int, typer.Option(help="How many at most.", min=1)] = 10,
) -> None:
    """Find entities by words of their names, profiles and beliefs; those that hold most words come first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.entities.search(words, limit=limit)
    if context.json:
        context.show(
            [
                {**shown.entity_json(hit.entity, mind.persona), "words": list(hit.words), "line": hit.line}
                for hit in found
            ]
        )
    elif not found:
        context.say(word("nothing_found", context.language))
    for hit in () if context.json else found:
        held = word("holds", context.language, words=label(", ".join(hit.words)))
        context.say(f"{label(hit.entity.name)}  {held}")
        context.say(f"  {hit.line}")


@app.command(epilog="Example: omoide entities history 美緒")
def history(ctx: typer.Context, name: Name) -> None:
    """Show every edit, oldest first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.entities.history(name)
    if context.json:
        context.show([shown.revision_json(each, mind.persona) for each in found])
    else:
        shown.steps(context, found, mind.persona)


@app.command(epilog="Example: omoide entities diff 美緒 3 5")
def diff(ctx: typer.Context, name: Name, old: Old = None, new: New = None) -> None:
    """Show what changed in a profile between two versions; by default, what the last edit changed."""
    context: CliContext = ctx.obj
    show_hunks(context, context.mind().entities.diff(name, old, new))


@app.command(epilog="Example: omoide entities restore 美緒 3")
def restore(
    ctx: typer.Context, name: Name, version: Version, base: Base = None, reason: Reason = "", by: By = "owner"
) -> None:
    """Let a profile read as it did after a version, byte by byte; that is an edit like any other."""
    context: CliContext = ctx.obj
    mind = context.mind()
    before = _version(context, name)
    after = mind.entities.restore(name, version, base=base, by=by, reason=reason)
    shown.tell_kept(context, mind.persona, before, after)


def _version(context: "CliContext", name: str) -> int:
    """Return how often an entity was edited; 0 when nobody knows it yet."""
    found = [each for each in context.mind().entities.all(archived=True) if each.is_named(name)]
    return found[0].version if found else 0
