"""Doors: parse, call a use case, render.  No rule about memory lives here.

library   the Python door: `Omoide`, `Mind` and the parts of a mind
cli       the command `omoide`
client    the API as Python: `omoide.client`
http      the HTTP API: everything the library can do, under `/v1`
hooks     the door for Claude Code's hooks
server    the resident server: one process per data home that keeps everything warm for hooks and commands
web       what all doors over the wire share
worker    works off what waits in a home, then ends
"""
