"""`omoide import` and `omoide forget`: the past comes in, a session goes out for good."""

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.server import control as presence
from omoide.errors import InvalidInput, TranscriptUnavailable

app = typer.Typer(help="Bring in what was said elsewhere.", no_args_is_help=True)
LIVE_SECONDS = 3600
"""A log that was written to so lately may belong to a session that goes on: its last turn is left to the hooks."""
_TEXTS = {
    "imported": (
        "{turns} new turns from {files} session logs{unread}.",
        "{files} 件のセッションログから新しく {turns} ターンを覚えました{unread}。",
    ),
    "unread": (" ({count} could not be read)", "（{count} 件は読めませんでした）"),
    "forgotten": (
        "{events} turns and everything made of them are gone: {rows}.",
        "{events} ターンと、そこから作られたすべてを消しました: {rows}。",
    ),
    "clean": (
        "{count} pieces of what was said were looked for; none is left in this home.",
        "発言の断片 {count} 件を探しましたが、このホームには残っていません。",
    ),
    "left": ("Pieces of it are still found in: {where}", "まだ残っている場所: {where}"),
    "sure": ("Erase session {session} of {persona} for good?", "{persona} のセッション {session} を完全に消しますか？"),
}


def register(root: typer.Typer) -> None:
    """Add the commands."""
    root.command(epilog="Example: omoide forget --session 00893aaf-19fa-41d2-8238-13269b9b3ca0")(forget)


@app.command(name="claude-code", epilog="Example: omoide import claude-code ~/.claude/projects")
def claude_code(
    ctx: typer.Context,
    path: Annotated[Path | None, typer.Argument(help="A session log, or a folder of them.")] = None,
) -> None:
    """Remember past sessions of Claude Code.  Broken off, it goes on where it stood; a turn is never kept twice."""
    context: CliContext = ctx.obj
    logs = _logs(Path(path or "~/.claude/projects").expanduser())
    opened = context.open()
    mind = opened.mind(context.persona) if context.persona else opened.mind_for_project("")
    turns = unread = 0
    with _progress(context) as progress:
        task = progress.add_task("", total=len(logs))
        for log in logs:
            try:
                turns += mind.host.take_in_log(log, end=_end(log), source="import")
            except TranscriptUnavailable:
                unread += 1
            progress.advance(task)
    if context.json:
        context.show({"files": len(logs), "turns": turns, "unread": unread})
    else:
        missed = _text("unread", context.language, count=unread) if unread else ""
        context.say(_text("imported", context.language, turns=turns, files=len(logs), unread=missed))


def forget(
    ctx: typer.Context,
    session: Annotated[str, typer.Option(help="The session to erase.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Erase a session: its turns, and every memory, vector and word made of them.  This cannot be undone."""
    context: CliContext = ctx.obj
    opened = context.open()
    named = context.persona or context.configuration.settings.hooks.persona
    mind = opened.mind(named)
    if not yes and not context.json:
        typer.confirm(_text("sure", context.language, session=session, persona=named), abort=True)
    presence.stop(context.home)  # it holds in memory what is about to go; the next hook starts another
    report = mind.host.erase_session(session)
    if context.json:
        context.show({**asdict(report), "rows": dict(report.rows)})
        return
    rows = ", ".join(f"{name} {count}" for name, count in report.rows)
    context.say(_text("forgotten", context.language, events=report.events, rows=rows))
    key = "left" if report.left_in else "clean"
    context.say(_text(key, context.language, count=report.searched_for, where=", ".join(report.left_in)))


def _logs(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InvalidInput(
            f"{path} is neither a session log nor a folder of them; give one, such as ~/.claude/projects"
        )
    return sorted(path.rglob("*.jsonl"), key=lambda log: (log.stat().st_mtime, str(log)))


def _end(log: Path) -> TurnEnd | None:
    written = log.stat().st_mtime
    return TurnEnd(Moment(int(written) + 1)) if time.time() - written > LIVE_SECONDS else None


def _progress(context: CliContext) -> Progress:
    return Progress(
        TextColumn("omoide"),
        BarColumn(),
        MofNCompleteColumn(),
        console=context.console,
        disable=context.json,
        transient=True,
    )


def _text(key: str, language: Language, **values: object) -> str:
    english, japanese = _TEXTS[key]
    return (japanese if language is Language.JA else english).format(**values)
