"""Hosts of conversations, such as Claude Code: values and pure rules.

hook_settings   Claude Code's settings as values: our hooks go in and come out, everything else stays as it was
mcp_client      settings of MCP clients as values: our server goes in and comes out
opt_out         projects that want to be left alone, because the owner named their folder
project         the mind of a project: whose it is goes by the whole path, what it is called by the folder's name
session_log     turns as they are read from a host's session log, and what is known about the end of the last one
spool_record    one event of a hook, as it waits on the disk until it has been taken in, or aside
transcript      Claude Code's session logs: which entries are talk, and how they make turns
"""
