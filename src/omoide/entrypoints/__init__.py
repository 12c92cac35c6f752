"""Doors: parse, call a use case, render.  No rule about memory lives here.

library   the Python door: `Omoide`, `Mind` and the parts of a mind
cli       the command `omoide`
hooks     the door for Claude Code's hooks
server    the resident server: one process per data home that keeps everything warm for hooks and commands
page      the mind on a page, in a browser
web       what all doors over the wire share
wording   sentences with values put in; in English a number brings its noun along in the right form
worker    works off what waits in a home, then ends
"""
