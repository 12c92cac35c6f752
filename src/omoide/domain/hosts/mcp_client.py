"""Settings of MCP clients as values: our server goes in and comes out, everything else stays as it was (SPEC H2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from omoide.errors import HostSettingsUnavailable, InvalidInput

Json = dict[str, Any]
MODULE: Final = "omoide"
COMMAND: Final = "mcp"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,60}", re.ASCII)


class McpClient(StrEnum):
    """Whose settings."""

    CLAUDE_DESKTOP = "claude-desktop"
    CLAUDE_CODE = "claude-code"
    CURSOR = "cursor"
    VSCODE = "vscode"

    @property
    def key(self) -> str:
        """Return under which key the client has its servers."""
        return "servers" if self is McpClient.VSCODE else "mcpServers"

    @property
    def names_transport(self) -> bool:
        """Tell whether an entry says that it is spoken to over standard input and output."""
        return self in (McpClient.VSCODE, McpClient.CLAUDE_CODE)


@dataclass(frozen=True, slots=True)
class McpCommand:
    """How a client starts our server."""

    python: str
    arguments: Sequence[str]
    """Behind `-m omoide`."""

    def entry(self, client: McpClient) -> Json:
        """Return the entry as a client has it; the folder it is started in never lends a module."""
        told: Json = {"command": self.python, "args": ["-P", "-m", MODULE, *self.arguments]}
        return {"type": "stdio", **told} if client.names_transport else told


def checked_server_name(name: str) -> str:
    """Return the name of an entry; raise `InvalidInput` for one that a client would not take."""
    if _NAME.fullmatch(name) is None:
        raise InvalidInput(f"{name!r} is no name of a server; letters, digits, - and _ are, up to 60")
    return name


def with_server(settings: Json, *, client: McpClient, name: str, entry: Json) -> Json:
    """Return the settings with our server under this name; raise `HostSettingsUnavailable` where another's stands there."""
    servers = _servers(settings, client)
    if name in servers and not is_ours(servers[name]):
        raise HostSettingsUnavailable(
            f"a server named {name!r} that is not Omoide's is there already; choose another name with --name, nothing was changed"
        )
    return {**settings, client.key: {**servers, name: entry}}


def without_server(settings: Json, *, client: McpClient, name: str) -> Json:
    """Return the settings without our server of this name; one of somebody else stays."""
    servers = _servers(settings, client)
    if not is_ours(servers.get(name)):
        return settings
    left = {each: entry for each, entry in servers.items() if each != name}
    return {key: (left if key == client.key else value) for key, value in settings.items() if key != client.key or left}


def is_ours(entry: object) -> bool:
    """Tell whether an entry starts our server, of this installation or another."""
    words = entry.get("args") if isinstance(entry, dict) else None
    return isinstance(words, list) and MODULE in words and COMMAND in words


def _servers(settings: Json, client: McpClient) -> Json:
    found = settings.get(client.key, {})
    if not isinstance(found, dict):
        raise HostSettingsUnavailable(
            f'"{client.key}" in the settings is not an object; mend it by hand, nothing was changed'
        )
    return found
