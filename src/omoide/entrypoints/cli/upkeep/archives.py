"""`omoide export`: the whole mind of a persona as one portable file; `omoide import archive` takes it in."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from omoide.bootstrap.host_files import host_path
from omoide.domain.upkeep.archive import ArchiveTold, Manifest
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told

_WORDS = {
    "exported": (
        "{name}: {rows:row|rows} written to {path}{secret}.",
        "{name}: {rows} 行を {path} に書き出しました{secret}。",
    ),
    "without": (", without the secret diary", "（秘密の日記は含みません）"),
    "with": (", with the secret diary", "（秘密の日記を含みます）"),
    "taken_in": (
        "{name} is now the mind of {of}: {rows:row|rows}. Vectors are made again beside.",
        "{name} は {of} の心を受け継ぎました: {rows} 行。ベクトルは裏で作り直されます。",
    ),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide --persona haru export haru.omoide")(export)


def export(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(help="The file to write; one that is there is never replaced.")],
    secret_diary: Annotated[bool, typer.Option("--secret-diary", help="With the secret diary.")] = False,
) -> None:
    """Write the whole mind of a persona as one portable file, while others go on writing."""
    context: CliContext = ctx.obj
    mind, target = context.mind(), host_path(str(path))
    made = shown(context, lambda show: mind.export(target, secret_diary=secret_diary, told=show))
    if context.json:
        context.show({"path": str(target), "rows": made.rows, "secret_diary": made.with_secret_diary})
        return
    secret = told(_WORDS["with" if made.with_secret_diary else "without"], context.language, {})
    say(context, "exported", name=made.name, rows=made.rows, path=target, secret=secret)


def shown(context: CliContext, act: Callable[[ArchiveTold], Manifest]) -> Manifest:
    """Do something that tells how many rows of how many are done, and show it."""
    columns = (TextColumn("omoide"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bar:
        task = bar.add_task("", total=None)
        return act(lambda done, total: bar.update(task, completed=done, total=total))


def say(context: CliContext, key: str, **values: object) -> None:
    """Say how it went."""
    context.say(told(_WORDS[key], context.language, values))
