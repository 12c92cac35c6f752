"""`omoide import`: the past comes in."""

import os
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from omoide.bootstrap.host_files import claude_code_folder, host_path
from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.errors import InvalidInput, TranscriptUnavailable

app = typer.Typer(help="Bring in what was said elsewhere.", no_args_is_help=True)
LIVE_SECONDS = 3600
"""A log that was written to so lately may belong to a session that goes on: its last turn is left to the hooks."""
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
) -> None:
    """Remember past sessions of Claude Code.  Broken off, it goes on where it stood; a turn is never kept twice."""
    context: CliContext = ctx.obj
    logs = _logs(host_path(str(path or claude_code_folder(os.environ) / "projects")))
    opened = context.open()
    mind = opened.mind(context.persona) if context.persona else opened.mind_for_project("")
    turns = unread = refused = erased = 0
    with _progress(context) as progress:
        task = progress.add_task("", total=len(logs))
        for log in logs:
            try:
                taken = mind.host.take_in_log(log, end=_end(log), source="import")
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


def _logs(path: Path) -> list[Path]:
    try:
        if path.is_file():
            return [path]
        if path.is_dir():
            found = [log for log in path.rglob("*.jsonl") if log.is_file()]
            return sorted(found, key=lambda log: (log.stat().st_mtime, str(log)))
    except OSError as exc:
        raise InvalidInput(f"{path} cannot be looked at: {exc.strerror}") from exc
    raise InvalidInput(f"{path} is neither a session log nor a folder of them; give one, such as ~/.claude/projects")


def _end(log: Path) -> TurnEnd | None:
    written = log.stat().st_mtime
    return TurnEnd(Moment(int(written) + 1)) if time.time() - written > LIVE_SECONDS else None


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
