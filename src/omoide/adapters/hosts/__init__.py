"""Hosts of conversations, such as Claude Code: plugs.

mcp_clients   where MCP clients keep their settings, on each system
import_orders   imports that were handed in, until they are done
spool         events of hooks that wait on the disk until they have been taken in
claude_code   Claude Code's own files: session logs, settings, and the projects that want to be left alone
"""
