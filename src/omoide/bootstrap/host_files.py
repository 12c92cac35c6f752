"""Files that hosts of conversations and we share; none of them needs a data home to be opened."""

from collections.abc import Mapping
from pathlib import Path

from omoide.adapters.hosts.claude_code.log_files import end_of, found_logs
from omoide.adapters.hosts.claude_code.projects import expanded
from omoide.adapters.hosts.claude_code.settings import ClaudeCodeSettings, folder_of
from omoide.adapters.hosts.mcp_clients import McpClientSettings
from omoide.adapters.hosts.spool import FileSpool
from omoide.domain.hosts.mcp_client import McpClient
from omoide.domain.hosts.session_log import TurnEnd
from omoide.usecases.hosts.install_hooks import InstallHooks
from omoide.usecases.hosts.install_mcp import InstallMcp


def claude_code_hooks(*, folder: Path, environ: Mapping[str, str]) -> InstallHooks:
    """Return what puts hooks into Claude Code's settings and takes them out."""
    return InstallHooks(ClaudeCodeSettings(folder=folder, environ=environ))


def mcp_client_settings(client: McpClient, *, folder: Path, environ: Mapping[str, str], platform: str) -> InstallMcp:
    """Return what puts our server into the settings of an MCP client and takes it out."""
    return InstallMcp(client, McpClientSettings(client, folder=folder, environ=environ, platform=platform))


def claude_code_folder(environ: Mapping[str, str]) -> Path:
    """Return where Claude Code keeps its settings and session logs."""
    return folder_of(environ)


def host_path(told: str) -> Path:
    """Return the path that a host told, with `~` as the home folder; never raise, whatever it told."""
    return expanded(told)


def session_logs(path: Path) -> list[Path]:
    """Return a session log, or those in a folder, oldest first; raise `InvalidInput` when it is neither."""
    return found_logs(path)


def end_of_log(log: Path) -> TurnEnd | None:
    """Return when the last turn of a session log had ended; `None` while it may go on."""
    return end_of(log)


def spool_in(folder: Path) -> FileSpool:
    """Return the events of hooks that wait in a folder."""
    return FileSpool(folder)
