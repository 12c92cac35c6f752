"""Hosts of conversations, such as Claude Code: commands.

hooks       Claude Code's settings get our hooks, or lose them
importing   the past comes in
mcp         `omoide mcp`: the memory for MCP clients, and in their settings
spool       what hooks left and could not be taken in
server      `omoide serve` and `omoide service`: the resident server
"""
