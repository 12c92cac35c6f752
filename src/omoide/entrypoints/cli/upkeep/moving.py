"""`omoide move`: the database goes to PostgreSQL, or back into a file."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from omoide.bootstrap.host_files import host_path
from omoide.bootstrap.upkeep import database_file, is_address
from omoide.config.database import without_password
from omoide.domain.upkeep.moved import MovedHome, MoveStep
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told

_WORDS = {
    "moved": (
        "moved: {rows:row|rows} of {tables:table|tables} from {source} to {target}, each compared on both sides.",
        "移しました: {tables} 表 {rows} 行を {source} から {target} へ。すべての行を両側で照合しました。",
    ),
    "resumed": ("It went on with a copy that was broken off.", "途中で切れた写しの続きから行いました。"),
    "switched": ("This home uses it from now on.", "このホームは今後こちらを使います。"),
    "set_url": (
        "This home still uses the old place. To use the new one: omoide config set database.url {url}",
        "このホームはまだ元の場所を使っています。切り替えるには: omoide config set database.url {url}",
    ),
    "unset_url": (
        "This home still uses the old place. To use the new one: omoide config unset database.url",
        "このホームはまだ元の場所を使っています。切り替えるには: omoide config unset database.url",
    ),
    "other_home": (
        "To use the copy, open its folder as a home: omoide --home {folder}",
        "写しを使うには、そのフォルダーをホームとして開きます: omoide --home {folder}",
    ),
    "copy": ("copying {table}", "{table} を写しています"),
    "check": ("comparing {table}", "{table} を照合しています"),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide move --to postgresql://omoide@localhost/omoide --switch")(move)


def move(
    ctx: typer.Context,
    to: Annotated[str, typer.Option("--to", help="postgresql://user@host/name, or a file or folder.")],
    switch: Annotated[bool, typer.Option("--switch", help="Use the new place from now on.")] = False,
) -> None:
    """Copy the whole database to PostgreSQL, or into a file, and compare it row by row.

    Nothing is changed where it comes from.  Who writes meanwhile waits.  A move that was broken off goes on when it is run again.
    """
    context: CliContext = ctx.obj
    where: str | Path = to if is_address(to) else host_path(to)
    moved = _with_progress(context, where, switch=switch)
    if context.json:
        tables = {table.name: {"rows": table.rows, "digest": table.digest} for table in moved.tables}
        context.show({"from": moved.source, "to": moved.target, "resumed": moved.was_resumed, "tables": tables})
        return
    filled = sum(table.rows > 0 for table in moved.tables)
    _say(context, "moved", rows=moved.rows, tables=filled, source=moved.source, target=moved.target)
    if moved.was_resumed:
        _say(context, "resumed")
    if switch:
        _say(context, "switched")
    elif isinstance(where, str):
        _say(context, "set_url", url=without_password(where))
    elif (file := database_file(where)) == database_file(context.open().home):
        _say(context, "unset_url")
    else:
        _say(context, "other_home", folder=file.parent)


def _with_progress(context: CliContext, where: str | Path, *, switch: bool) -> MovedHome:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=context.console, transient=True, disable=not context.shows_progress) as bar:
        task = bar.add_task("", total=None)

        def show(step: MoveStep) -> None:
            said = told(_WORDS[step.phase.value], context.language, {"table": step.table})
            bar.update(task, description=said, completed=step.rows, total=step.total)

        return context.open().move(where, switch=switch, told=show)


def _say(context: CliContext, key: str, **values: object) -> None:
    context.say(told(_WORDS[key], context.language, values))
