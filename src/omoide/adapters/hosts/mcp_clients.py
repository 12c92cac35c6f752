"""Where MCP clients keep their settings, on each system; how a file is read and written is that of Claude Code's."""

from collections.abc import Mapping
from pathlib import Path

from omoide.adapters.hosts.claude_code import settings as json_file
from omoide.domain.hosts.hook_settings import Json, Scope
from omoide.domain.hosts.mcp_client import McpClient
from omoide.errors import InvalidInput


class McpClientSettings:
    """The settings files of one client."""

    def __init__(self, client: McpClient, *, folder: Path, environ: Mapping[str, str], platform: str) -> None:
        self._client = client
        self._folder = folder
        self._environ = environ
        self._platform = platform

    def file(self, scope: Scope) -> Path:
        """Return the file of a scope; raise `InvalidInput` where the client has none."""
        if scope is Scope.USER:
            return self._of_user()
        places = {
            McpClient.CLAUDE_CODE: ".mcp.json",
            McpClient.CURSOR: ".cursor/mcp.json",
            McpClient.VSCODE: ".vscode/mcp.json",
        }
        if scope is Scope.LOCAL or self._client not in places:
            raise InvalidInput(f"{self._client} has no settings for the scope {scope}; use --scope user")
        return self._folder / places[self._client]

    def read(self, scope: Scope) -> Json:
        """Return the settings of a scope; an absent or empty file holds none."""
        return json_file.read(self.file(scope))

    def write(self, scope: Scope, settings: Json) -> bool:
        """Write the settings of a scope, a copy of the old ones beside them; tell whether they differ."""
        return json_file.write(self.file(scope), settings)

    def backup(self, scope: Scope) -> Path | None:
        """Return the copy of the settings as they were before; `None` when there is none."""
        path = self.file(scope).resolve()
        copy = path.with_name(path.name + json_file.BACKUP)
        return copy if copy.exists() else None

    def _of_user(self) -> Path:
        match self._client:
            case McpClient.CLAUDE_DESKTOP:
                return self._application_folder() / "Claude" / "claude_desktop_config.json"
            case McpClient.VSCODE:
                return self._application_folder() / "Code" / "User" / "mcp.json"
            case McpClient.CURSOR:
                return self._home() / ".cursor" / "mcp.json"
            case McpClient.CLAUDE_CODE:
                named = self._environ.get("CLAUDE_CONFIG_DIR", "")
                return (Path(named) if named else self._home()) / ".claude.json"

    def _application_folder(self) -> Path:
        if self._platform == "darwin":
            return self._home() / "Library" / "Application Support"
        if self._platform == "win32":
            named = self._environ.get("APPDATA", "")
            return Path(named) if named else self._home() / "AppData" / "Roaming"
        named = self._environ.get("XDG_CONFIG_HOME", "")
        return Path(named) if named else self._home() / ".config"

    def _home(self) -> Path:
        named = self._environ.get("USERPROFILE" if self._platform == "win32" else "HOME", "")
        return Path(named) if named else Path.home()
