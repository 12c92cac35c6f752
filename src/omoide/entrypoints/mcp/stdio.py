"""The server on standard input and output: nothing but the protocol goes out; whatever else is printed goes to standard error."""

import anyio
from mcp.server.stdio import stdio_server

from omoide.entrypoints.mcp.access import McpAccess
from omoide.entrypoints.mcp.server import server_for


def serve_stdio(access: McpAccess) -> None:
    """Serve one client, until it closes its end."""
    anyio.run(_served, access)


async def _served(access: McpAccess) -> None:
    server = server_for(access)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
