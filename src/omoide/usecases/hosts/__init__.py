"""Hosts of conversations, such as Claude Code: the verbs.

capture             turns read from a host's session logs become events, once
import_logs         session logs that were handed in are read, beside the talk
install_hooks       a host's settings get our hooks, or lose them; everything else in them stays
install_mcp         a client's settings get our MCP server, or lose it
name_project_mind   which persona remembers what is said in a folder
recall_for_prompt   what a prompt calls up, ready to be shown to a model
take_in_log         its new turns are captured, and how far it was read is noted
"""
