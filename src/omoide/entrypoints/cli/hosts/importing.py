"""`omoide import`: the past comes in."""

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from omoide.bootstrap.host_files import claude_code_folder, end_of_log, host_path, session_logs
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.errors import TranscriptUnavailable

app = typer.Typer(help="Bring in what was said elsewhere.", no_args_is_help=True)
_TEXTS = {
    "imported": (
        "{turns:new turn|new turns} from {files:session log|session logs}{unread}.",
        "{files} 件のセッションログから新しく {turns} ターンを覚えました{unread}。",
    ),
    "refused": (" ({count:turn|turns} could not be kept)", "（{count} ターンは保存できませんでした）"),
    "erased": (
        " ({count:turn was|turns were} erased before and did not come back)",
        "（{count} ターンは以前に消されたもので、戻していません）",
    ),
    "handed_in": (
        "{files:session log is|session logs are} handed in; `omoide jobs list` shows how far they are.",
        "{files} 件のセッションログを預かりました。進み具合は omoide jobs list で見られます。",
    ),
    "unread": (" ({count} could not be read)", "（{count} 件は読めませんでした）"),
}


@app.command(name="claude-code", epilog="Example: omoide import claude-code ~/.claude/projects")
def claude_code(
    ctx: typer.Context,
    path: Annotated[
        Path | None,
        typer.Argument(
            help="A session log, or a folder of them (else CLAUDE_CONFIG_DIR/projects, else ~/.claude/projects)."
        ),
    ] = None,
    later: Annotated[bool, typer.Option("--later", help="Hand it in; it is done beside (omoide jobs list).")] = False,
) -> None:
    """Remember past sessions of Claude Code.  Broken off, it goes on where it stood; a turn is never kept twice."""
    context: CliContext = ctx.obj
    folder = host_path(str(path or claude_code_folder(os.environ) / "projects"))
    logs = session_logs(folder)
    opened = context.open()
    mind = opened.mind(context.persona) if context.persona else opened.mind_for_project("")
    if later:
        mind.host.import_later(folder)
        _handed_in(context, len(logs))
        return
    turns = unread = refused = erased = 0
    with _progress(context) as progress:
        task = progress.add_task("", total=len(logs))
        for log in logs:
            try:
                taken = mind.host.take_in_log(log, end=end_of_log(log), source="import")
                turns, refused, erased = turns + taken.new, refused + taken.refused, erased + taken.erased
            except TranscriptUnavailable:
                unread += 1
            progress.advance(task)
    if context.json:
        context.show({"files": len(logs), "turns": turns, "unread": unread, "refused": refused, "erased": erased})
    else:
        missed = _text("unread", context.language, count=unread) if unread else ""
        missed += _text("refused", context.language, count=refused) if refused else ""
        missed += _text("erased", context.language, count=erased) if erased else ""
        context.say(_text("imported", context.language, turns=turns, files=len(logs), unread=missed))


@app.command(epilog="Example: omoide --persona haru import archive haru.omoide")
def archive(
    ctx: typer.Context, path: Annotated[Path, typer.Argument(help="A file that `omoide export` wrote.")]
) -> None:
    """Take in the whole mind of a persona, all of it or nothing.  The persona must have nothing yet; it is made if it is not there."""
    from omoide.entrypoints.cli.upkeep import archives

    context: CliContext = ctx.obj
    mind = context.mind()
    taken = archives.shown(context, lambda show: mind.import_archive(host_path(str(path)), told=show))
    if context.json:
        context.show({"persona": mind.persona.name, "of": taken.name, "rows": taken.rows})
    else:
        archives.say(context, "taken_in", name=mind.persona.name, of=taken.name, rows=taken.rows)


def _handed_in(context: CliContext, files: int) -> None:
    if context.json:
        context.show({"files": files, "later": True})
    else:
        context.say(_text("handed_in", context.language, files=files))


def _progress(context: CliContext) -> Progress:
    return Progress(
        TextColumn("omoide"),
        BarColumn(),
        MofNCompleteColumn(),
        console=context.console,
        disable=not context.shows_progress,
        transient=True,
    )


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
