"""`omoide doctor`: what is wrong, and what to do."""

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace

import typer
from rich.text import Text

from omoide.__about__ import __version__
from omoide.bootstrap.host_files import spool_in
from omoide.domain.text.language import Language
from omoide.domain.upkeep.finding import Finding, FindingState
from omoide.entrypoints.cli.context import CliContext, old_settings
from omoide.entrypoints.cli.words import word
from omoide.entrypoints.server import control

_STYLES = {FindingState.OK: "green", FindingState.ATTENTION: "yellow", FindingState.WRONG: "red"}
_LOW_DISK_BYTES = 200 * 1024 * 1024

_CHECKS = {
    "versions": ("versions", "バージョン"),
    "home": ("data home", "データの置き場所"),
    "settings": ("settings", "設定"),
    "disk": ("free disk", "空き容量"),
    "database": ("database", "データベース"),
    "words": ("full-text index", "全文索引"),
    "embedder": ("embedder", "埋め込み"),
    "reader": ("reader", "読み取り"),
    "vectors": ("vectors", "ベクトル"),
    "spool": ("events of hooks", "フックの記録"),
    "nights": ("nights", "夜の処理"),
    "work": ("work by itself", "自動の処理"),
    "models": ("models", "モデル"),
    "asks": ("who answers", "回答者"),
}
_ROOM_FOR_ADVICE = 72
"""In fewer cells what to do stands below what was found, not beside it."""
_ADVICE = {
    "": ("", ""),
    "restore": ("restore a backup of omoide.db", "omoide.db のバックアップを戻してください"),
    "server": (
        "see that PostgreSQL runs and that database.url names it: docs/how-to/postgresql.md",
        "PostgreSQL が動いていて database.url が正しいか確かめてください（docs/how-to/postgresql.ja.md）",
    ),
    "rebuild": ("run: omoide index rebuild", "omoide index rebuild を実行してください"),
    "update": ("run: omoide index update", "omoide index update を実行してください"),
    "embedder": ("run: omoide config show embedding", "omoide config show embedding で設定を確認してください"),
    "reader": ("install the package anew", "パッケージを入れ直してください"),
    "permissions": (
        "make the data home writable, or choose another with --home",
        "書き込めるようにするか、--home で別の場所を指定してください",
    ),
    "private": ("run: chmod 700 on the data home", "データの置き場所に chmod 700 をしてください"),
    "models": ("run: omoide models", "omoide models で確認してください"),
    "key": (
        "set the key in the environment or the keyring: see docs/how-to/models.md; until then rules answer",
        "環境変数かキーリングにキーを設定してください。それまでは内蔵規則が答えます",
    ),
    "removed": (
        "these settings have no effect any more; take them out: omoide config unset KEY",
        "廃止された設定で、効果はありません。omoide config unset キー で取り除いてください",
    ),
    "extra": (
        "install it with: pip install 'omoide[models]'",
        "pip install 'omoide[models]' で入れてください",
    ),
    "ahead": (
        "put the clock right, then take such nights back: omoide sleep undo --ahead",
        "時計を合わせてから、先走った夜を取り消してください: omoide sleep undo --ahead",
    ),
    "leap": (
        "if the clock is right, run: omoide sleep; if not, put it right",
        "時計が正しければ omoide sleep を実行し、違っていれば時計を合わせてください",
    ),
    "spool": (
        "see them: omoide spool show; try them again: omoide spool retry",
        "omoide spool show で確認し、omoide spool retry でもう一度取り込めます",
    ),
    "work": (
        "see the log: omoide serve logs; it is tried again by itself",
        "omoide serve logs でログを確認してください。後で自動的にもう一度試みます",
    ),
    "disk": ("free some disk space", "ディスクの空きを増やしてください"),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide doctor --json")(doctor)


def doctor(ctx: typer.Context) -> None:
    """Check home, settings, database, index and embedder; say what to do.  Exit code 1 when something is wrong."""
    context: CliContext = ctx.obj
    findings = [*_surroundings(context), *(_on_a_server(context, each) for each in context.open().examine())]
    if context.json:
        context.show([_json(finding, context.language) for finding in findings])
    else:
        _table(context, findings)
    if any(finding.state is FindingState.WRONG for finding in findings):
        raise typer.Exit(1)


def _on_a_server(context: CliContext, finding: Finding) -> Finding:
    """Return the finding with what to do about it where the database is no file."""
    is_file = context.configuration.settings.database.url is None
    return finding if is_file or finding.todo != "restore" else replace(finding, todo="server")


def _surroundings(context: CliContext) -> Iterator[Finding]:
    yield Finding(
        "versions", FindingState.OK, f"omoide {__version__}, Python {platform.python_version()}, {sys.platform}"
    )
    home = context.home
    if not home.exists():
        yield Finding("home", FindingState.OK, f"{home} (made on first use)")
    elif not os.access(home, os.W_OK):
        yield Finding("home", FindingState.WRONG, f"{home} cannot be written", "permissions")
    elif os.name == "posix" and home.stat().st_mode & 0o077:
        yield Finding("home", FindingState.ATTENTION, f"{home} can be read by others", "private")
    else:
        yield Finding("home", FindingState.OK, str(home))
    changed = sum(1 for entry in context.configuration.entries() if entry.origin.layer.value != "default")
    detail = f"{context.configuration.file} ({changed} changed)"
    if context.configuration.without_effect:
        yield Finding("settings", FindingState.ATTENTION, f"{detail}: {old_settings(context.configuration)}", "removed")
    else:
        yield Finding("settings", FindingState.OK, detail)
    yield _spooled(context)
    free = shutil.disk_usage(home if home.exists() else home.anchor).free
    low = free < _LOW_DISK_BYTES
    yield Finding(
        "disk", FindingState.ATTENTION if low else FindingState.OK, f"{free / 1e9:.1f} GB", "disk" if low else ""
    )


def _spooled(context: CliContext) -> Finding:
    spool = spool_in(context.home / control.SPOOL)
    waiting, aside = len(spool.waiting()), len(spool.aside())
    detail = f"{waiting} waiting, {aside} set aside"
    return Finding("spool", FindingState.ATTENTION if aside else FindingState.OK, detail, "spool" if aside else "")


def _table(context: CliContext, findings: list[Finding]) -> None:
    language = context.language
    is_narrow = context.console.width < _ROOM_FOR_ADVICE
    rows: list[tuple[str | Text, ...]] = [
        (
            _in(_CHECKS[finding.check], language),
            Text(word(finding.state.value, language), style=_STYLES[finding.state]),
            *_told(finding.detail, _in(_ADVICE[finding.todo], language), below=is_narrow),
        )
        for finding in findings
    ]
    headings = [word(key, language) for key in ("check", "state", "detail", "todo")[: len(rows[0])]]
    context.table(rows, headings=headings, texts=(0, *range(2, len(headings))))
    if all(finding.state is FindingState.OK for finding in findings):
        context.say(word("all_well", language))


def _told(detail: str, advice: str, *, below: bool) -> tuple[str, ...]:
    if not below:
        return detail, advice
    return (f"{detail}\n→ {advice}" if advice else detail,)


def _json(finding: Finding, language: Language) -> dict[str, str]:
    return {
        "check": finding.check,
        "state": finding.state.value,
        "detail": finding.detail,
        "todo": _in(_ADVICE[finding.todo], language),
    }


def _in(pair: tuple[str, str], language: Language) -> str:
    return pair[1] if language is Language.JA else pair[0]
