"""`omoide mcp`: the persona's memory for MCP clients, over standard input and output, and in the clients' settings."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.bootstrap.host_files import mcp_client_settings
from omoide.domain.hosts.hook_settings import Scope
from omoide.domain.hosts.mcp_client import McpClient, McpCommand, checked_server_name
from omoide.domain.text.language import Language
from omoide.domain.tools.definition import Toolset
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.terminal import json_text
from omoide.entrypoints.cli.wording import told
from omoide.errors import InvalidInput
from omoide.usecases.hosts.install_mcp import InstallMcp

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

HOW_TO_INSTALL = "pip install 'omoide[mcp]'"
app = typer.Typer(
    help="The memory of one persona for MCP clients.  Without a subcommand: serve on standard input and output.",
    epilog="Examples: omoide --persona haru mcp        omoide mcp install --client claude-desktop --persona haru --dry-run",
    invoke_without_command=True,
)
ClientOption = Annotated[McpClient, typer.Option("--client", help="Whose settings.")]
ScopeOption = Annotated[Scope, typer.Option(help="user: everywhere; project: this folder.")]
NameOption = Annotated[str, typer.Option("--name", help="Name of the server in the client.")]
RehearseOption = Annotated[bool, typer.Option("--dry-run", help="Show what would be written, and write nothing.")]
ToolsetOption = Annotated[
    Toolset | None,
    typer.Option("--toolset", help="default: eight tools; persona: its own; all.  Else the setting tools.mcp_toolset."),
]
ReadOnlyOption = Annotated[bool, typer.Option("--read-only", help="No tool that writes is listed or can be called.")]
OfClaudeCode = Annotated[
    bool, typer.Option("--claude-code", help="The mind that Claude Code's hooks remember this folder in.")
]
_TEXTS = {
    "installed": (
        "The server {name} is in {path}; restart {client} to use it.",
        "{path} にサーバー {name} を入れました。{client} を再起動すると使えます。",
    ),
    "would": ("{path} would get the server {name}:", "{path} にサーバー {name} を入れます（まだ書いていません）:"),
    "would_not": (
        "{path} would lose the server {name}.",
        "{path} からサーバー {name} を外します（まだ書いていません）。",
    ),
    "same": ("The server {name} is in {path} already.", "{path} には既にサーバー {name} があります。"),
    "gone": ("The server {name} is out of {path}.", "{path} からサーバー {name} を外しました。"),
    "none": ("No server {name} of Omoide is in {path}.", "{path} に Omoide のサーバー {name} はありません。"),
    "backup": ("The file as it was: {path}", "元のファイル: {path}"),
}


@app.callback()
def serve(
    ctx: typer.Context,
    toolset: ToolsetOption = None,
    read_only: ReadOnlyOption = False,
    claude_code: OfClaudeCode = False,
) -> None:
    """Serve one client on standard input and output, until it closes its end."""
    if ctx.invoked_subcommand is not None:
        return
    try:
        from omoide.entrypoints.mcp.stdio import serve_stdio
    except ModuleNotFoundError as exc:
        if (exc.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        raise InvalidInput(f"the MCP server needs an extra that is not installed: {HOW_TO_INSTALL}") from exc
    from omoide.entrypoints.mcp.access import McpAccess

    context: CliContext = ctx.obj
    mind = _of_folder(context) if claude_code else context.mind()
    sys.stdin, sys.stdout = sys.__stdin__ or sys.stdin, sys.__stdout__ or sys.stdout  # as bytes, without our own layer
    serve_stdio(McpAccess(mind, toolset, read_only))


@app.command()
def install(
    ctx: typer.Context,
    client: ClientOption,
    scope: ScopeOption = Scope.USER,
    name: NameOption = "omoide",
    toolset: ToolsetOption = None,
    read_only: ReadOnlyOption = False,
    dry_run: RehearseOption = False,
) -> None:
    """Put the server into a client's settings; everything else in them stays."""
    context, verb = _meant(ctx, client)
    command = McpCommand(sys.executable, _arguments(context, client, toolset=toolset, read_only=read_only))
    changed = verb.install(scope, command, name=checked_server_name(name), rehearse=dry_run)
    key = "same" if not changed else "would" if dry_run else "installed"
    _say(context, verb, key, scope, name=name, changed=changed, entry=command.entry(client))


@app.command()
def uninstall(
    ctx: typer.Context,
    client: ClientOption,
    scope: ScopeOption = Scope.USER,
    name: NameOption = "omoide",
    dry_run: RehearseOption = False,
) -> None:
    """Take the server out of a client's settings again; memories stay."""
    context, verb = _meant(ctx, client)
    changed = verb.uninstall(scope, name=checked_server_name(name), rehearse=dry_run)
    key = "none" if not changed else "would_not" if dry_run else "gone"
    _say(context, verb, key, scope, name=name, changed=changed, entry=None)


def _meant(ctx: typer.Context, client: McpClient) -> tuple[CliContext, InstallMcp]:
    return ctx.obj, mcp_client_settings(client, folder=Path.cwd(), environ=os.environ, platform=sys.platform)


def _arguments(context: CliContext, client: McpClient, *, toolset: Toolset | None, read_only: bool) -> list[str]:
    """Return how the server is started: for whom is settled now; Claude Code's goes by the folder, as its hooks do."""
    of_folder = client is McpClient.CLAUDE_CODE and context.persona is None
    whose = [] if of_folder else ["--persona", context.mind().persona.name]
    choice = [*([] if toolset is None else ["--toolset", toolset.value]), *(["--read-only"] if read_only else [])]
    return ["--home", str(context.home), *whose, "mcp", *(["--claude-code"] if of_folder else []), *choice]


def _of_folder(context: CliContext) -> "Mind":
    folder = os.environ.get("CLAUDE_PROJECT_DIR") or str(Path.cwd())
    if context.open().leaves_alone(folder):
        raise InvalidInput(f"{folder} is to be left alone (.omoideignore, or hooks.ignored_projects)")
    return context.open().mind_for_project(folder)


def _say(
    context: CliContext, verb: InstallMcp, key: str, scope: Scope, *, name: str, changed: bool, entry: object
) -> None:
    path, backup = verb.settings.file(scope), verb.settings.backup(scope)
    if context.json:
        context.show({"file": str(path), "name": name, "changed": changed, "entry": entry, "state": key})
        return
    context.say(_text(key, context.language, path=path, name=name, client=verb.client.value))
    if key == "would":
        context.write(json_text({name: entry}))
    if changed and backup is not None and not key.startswith("would"):
        context.say(_text("backup", context.language, path=backup))


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
