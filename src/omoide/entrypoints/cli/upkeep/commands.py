"""`omoide backup|restore|check|vacuum|stats`: care of the database."""

from pathlib import Path
from typing import Annotated

import typer

from omoide.bootstrap.host_files import host_path
from omoide.domain.memories.levels import Level
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.memories.words import level_word, word


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(epilog="Example: omoide backup ~/backups/omoide-20260118.db")(backup)
    app.command(epilog="Example: omoide restore ~/backups/omoide-20260118.db --yes")(restore)
    app.command(epilog="Example: omoide check")(check)
    app.command(epilog="Example: omoide vacuum")(vacuum)
    app.command(epilog="Example: omoide stats")(stats)


def backup(
    ctx: typer.Context, target: Annotated[Path, typer.Argument(help="File to write; it must not exist.")]
) -> None:
    """Write a consistent copy of everything, while others go on writing."""
    context: CliContext = ctx.obj
    size = context.open().backup(host_path(str(target)))
    if context.json:
        context.show({"path": str(target), "bytes": size})
    else:
        context.say(word("backed_up", context.language, path=target, size=_megabytes(size)))


def restore(
    ctx: typer.Context,
    source: Annotated[Path, typer.Argument(help="A backup to put in place of what is there.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Put a backup in place of the database; it is checked first, and the old file is kept.

    Stop everything else that uses this home before.
    """
    context: CliContext = ctx.obj
    question = word("restore_sure", context.language, home=context.home, path=source)
    if not (yes or context.json or typer.confirm(question)):
        context.say(word("left_alone", context.language))
        return
    kept = context.open().restore(host_path(str(source)))
    if context.json:
        context.show({"restored": str(source), "old": None if kept is None else str(kept)})
    else:
        context.say(word("restored_new" if kept is None else "restored", context.language, path=kept))


def check(ctx: typer.Context) -> None:
    """Check the database file.  Exit code 1 when something is wrong."""
    context: CliContext = ctx.obj
    found = context.open().problems()
    if context.json:
        context.show({"sound": not found, "problems": found})
    for line in [] if context.json else found:
        context.say(line)
    if found:
        raise typer.Exit(1)
    if not context.json:
        context.say(word("sound", context.language))


def vacuum(ctx: typer.Context) -> None:
    """Give unused space back to the disk."""
    context: CliContext = ctx.obj
    before, after = context.open().vacuum()
    if context.json:
        context.show({"bytes_before": before, "bytes_after": after})
    else:
        context.say(word("vacuumed", context.language, before=_megabytes(before), after=_megabytes(after)))


def stats(ctx: typer.Context) -> None:
    """Show how much is kept, and how much space it takes."""
    context: CliContext = ctx.obj
    omoide = context.open()
    minds = {persona.name: omoide.mind(persona.name).memories.count() for persona in omoide.personas()}
    size = omoide.size()
    if context.json:
        levels = {name: {str(int(level)): held for level, held in counts.items()} for name, counts in minds.items()}
        context.show({"bytes": size, "memories": levels})
        return
    context.table(
        [(word(name, context.language), _megabytes(bytes_)) for name, bytes_ in size.items()], headings=["", ""]
    )
    headings = ["", *(level_word(level, context.language) for level in Level)]
    context.table(
        [(name, *(str(counts[level]) for level in Level)) for name, counts in minds.items()], headings=headings
    )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
