"""The door for Claude Code's hooks.

client   what Claude Code runs at each hook: hands the event to the resident server, prints what it answers, and …
events   the events of Claude Code's hooks, as they come on standard input
"""
