"""Install the MCP server: a client's settings get it, or lose it; everything else in them stays (SPEC H2)."""

from dataclasses import dataclass

from omoide.domain.hosts import mcp_client
from omoide.domain.hosts.hook_settings import Scope
from omoide.domain.hosts.mcp_client import McpClient, McpCommand
from omoide.ports.hosts.hook_settings import HookSettings


@dataclass(frozen=True, slots=True)
class InstallMcp:
    """Puts our server into a client's settings, and takes it out."""

    client: McpClient
    settings: HookSettings

    def install(self, scope: Scope, command: McpCommand, *, name: str, rehearse: bool = False) -> bool:
        """Put the server in; tell whether that changes anything.  In a rehearsal nothing is written."""
        before = self.settings.read(scope)
        after = mcp_client.with_server(before, client=self.client, name=name, entry=command.entry(self.client))
        return after != before and (rehearse or self.settings.write(scope, after))

    def uninstall(self, scope: Scope, *, name: str, rehearse: bool = False) -> bool:
        """Take the server out; tell whether it was there."""
        before = self.settings.read(scope)
        after = mcp_client.without_server(before, client=self.client, name=name)
        return after != before and (rehearse or self.settings.write(scope, after))
