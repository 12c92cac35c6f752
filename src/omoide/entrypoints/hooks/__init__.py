"""The door for Claude Code's hooks.

client    what Claude Code runs: one small file, standard library only, never in the way
"""
