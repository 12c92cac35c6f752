"""Doors: parse, call a use case, render.  No rule about memory lives here.

library   the Python door: `Omoide`, `Mind` and the parts of a mind
cli       the command `omoide`
client    the API as Python: `omoide.client`
frameworks   thin adapters for agent frameworks: each imports its own, and nothing else does
http      the HTTP API: everything the library can do, under `/v1`
hooks     the door for Claude Code's hooks
server    the resident server: one process per data home that keeps everything warm for hooks and commands
page      the mind on a page, in a browser
proxy     memory for any chat client, in front of any model
mcp       the door for MCP clients: tools, resources and prompts of one persona, over stdio or HTTP
web       what all doors over the wire share
wording   sentences with values put in; in English a number brings its noun along in the right form
worker    works off what waits in a home, then ends
"""
