"""Doors: parse, call a use case, render.  No rule about memory lives here.

library     Python: `Omoide` and `Mind`         cli     the command `omoide`
worker      works off what commands leave to do
"""
