"""`omoide hooks`: Claude Code's settings get our hooks, or lose them."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from omoide.bootstrap.host_files import claude_code_hooks
from omoide.domain.hosts.hook_settings import HookCommand, Scope
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.entrypoints.hooks import client
from omoide.entrypoints.server import control
from omoide.usecases.hosts.install_hooks import InstallHooks

app = typer.Typer(
    help="Memory at every prompt of Claude Code.",
    epilog="Examples: omoide hooks install        omoide hooks status --scope project        omoide hooks uninstall",
    no_args_is_help=True,
)
ScopeOption = Annotated[
    Scope, typer.Option(help="user: everywhere; project: this folder, shared; local: this folder, only here.")
]
_TEXTS = {
    "installed": (
        "Hooks are in {path}; Claude Code remembers from its next session on.",
        "{path} にフックを入れました。次のセッションから覚えます。",
    ),
    "same": ("Hooks are in {path} already.", "{path} には既にフックがあります。"),
    "gone": (
        "Hooks are out of {path}; memories stay in {home}.",
        "{path} からフックを外しました。記憶は {home} に残ります。",
    ),
    "none": ("No hooks of Omoide are in {path}.", "{path} にOmoideのフックはありません。"),
    "old": (
        "Hooks in {path} belong to another installation or home, or are not complete; `omoide hooks install` renews them.",
        "{path} のフックは別の環境のものか不完全です。omoide hooks install で更新できます。",
    ),
    "backup": ("The file as it was: {path}", "元のファイル: {path}"),
}


@app.command()
def install(ctx: typer.Context, scope: ScopeOption = Scope.USER) -> None:
    """Put the hooks into Claude Code's settings; a second time changes nothing."""
    context, hooks = _meant(ctx)
    context.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    control.note_python(context.home)
    changed = hooks.install(scope, command_for(context))
    _say(context, hooks, "installed" if changed else "same", scope, changed=changed)


@app.command()
def uninstall(ctx: typer.Context, scope: ScopeOption = Scope.USER) -> None:
    """Take the hooks out again; everything else in the settings stays."""
    context, hooks = _meant(ctx)
    changed = hooks.uninstall(scope)
    _say(context, hooks, "gone" if changed else "none", scope, changed=changed)


@app.command()
def status(ctx: typer.Context, scope: ScopeOption = Scope.USER) -> None:
    """Say whether the hooks are installed, and whether they are those of this installation."""
    context, hooks = _meant(ctx)
    found = hooks.status(scope, command_for(context))
    path = hooks.settings.file(scope)
    if context.json:
        shown = {"events": sorted(found.events), "complete": found.is_complete, "current": found.is_current}
        context.show({"file": str(path), **shown})
        return
    key = "none" if not found.events else "same" if found.is_current else "old"
    context.say(_text(key, context.language, path=path))


def command_for(context: CliContext) -> HookCommand:
    """Return how Claude Code is to run the client for this home with this interpreter."""
    return HookCommand(
        python=sys.executable,
        client=str(Path(client.__file__).absolute()),
        home=str(context.home),
        deadline_ms=context.configuration.settings.server.hook_deadline_ms,
    )


def _meant(ctx: typer.Context) -> tuple[CliContext, InstallHooks]:
    return ctx.obj, claude_code_hooks(folder=Path.cwd(), environ=os.environ)


def _say(context: CliContext, hooks: InstallHooks, key: str, scope: Scope, *, changed: bool) -> None:
    path, backup = hooks.settings.file(scope), hooks.settings.backup(scope)
    if context.json:
        context.show({"file": str(path), "changed": changed})
        return
    context.say(_text(key, context.language, path=path, home=context.home))
    if changed and backup is not None:
        context.say(_text("backup", context.language, path=backup))


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
