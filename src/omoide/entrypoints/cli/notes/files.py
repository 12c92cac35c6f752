"""`omoide files`: what programs keep with the persona, for its owner to look at, take away and bring back."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.notes.words import word

if TYPE_CHECKING:
    from omoide.domain.notes.file import KeptFile
    from omoide.domain.personas.persona import Persona

app = typer.Typer(
    help="Files that programs keep with the persona: agent frameworks, Claude's memory tool.", no_args_is_help=True
)
Name = Annotated[str, typer.Argument(help="Name of the file, as `omoide files list` shows it.")]


@app.command("list", epilog="Example: omoide files list; omoide files list --under memories/")
def list_(ctx: typer.Context, under: Annotated[str, typer.Option(help="Only names that begin so.")] = "") -> None:
    """Show every file, in the order of their names."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.files.all(under=under)
    if context.json:
        context.show([_shown(each, mind.persona) for each in found])
    elif not found:
        context.say(word("no_files", context.language))
    else:
        rows = [(each.name, str(each.version), f"{len(each.text):,}", _day(each, mind.persona)) for each in found]
        headings = [word(key, context.language) for key in ("file", "version", "characters", "changed")]
        context.table(rows, headings=headings, texts=(0,), spare=(1,))


@app.command(epilog="Example: omoide files show memories/plans.md")
def show(ctx: typer.Context, name: Name) -> None:
    """Show what a file says."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.files.get(name)
    if context.json:
        context.show({**_shown(found, mind.persona), "text": found.text})
    else:
        context.write(found.text)


@app.command(epilog="Example: omoide files remove memories/plans.md")
def remove(ctx: typer.Context, names: Annotated[list[str], typer.Argument(help="Names of the files.")]) -> None:
    """Take files away, all or none; `restore` brings them back, `omoide erase` erases for good."""
    context: CliContext = ctx.obj
    context.mind().files.remove(*names)
    _tell(context, "files_gone", names)


@app.command(epilog="Example: omoide files restore memories/plans.md")
def restore(
    ctx: typer.Context,
    name: Name,
    version: Annotated[
        int | None,
        typer.Option(help="The version it shall read as; without it, the last in which it was there.", min=1),
    ] = None,
) -> None:
    """Bring back a file, or what it said after an earlier edit."""
    context: CliContext = ctx.obj
    context.mind().files.restore(name, version=version)
    _tell(context, "files_back", [name])


def _tell(context: CliContext, key: str, names: list[str]) -> None:
    if context.json:
        context.show({"files": names})
    else:
        context.say(word(key, context.language, names=", ".join(names)))


def _shown(each: "KeptFile", persona: "Persona") -> dict[str, object]:
    changed = moment.iso(each.changed, tz=persona.tz)
    return {"name": each.name, "version": each.version, "characters": len(each.text), "changed": changed}


def _day(each: "KeptFile", persona: "Persona") -> str:
    return moment.day(each.changed, tz=persona.tz).isoformat()
