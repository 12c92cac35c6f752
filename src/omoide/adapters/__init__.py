"""Plugs: the only code that touches the world.

context     counting tokens
embedders   texts to vectors
erasing     erasing: the files of a home
hosts       hosts of conversations, such as Claude Code
index       search, per backend
jobs        background work
keys        keys over the wire: what processes know together
knowledge   knowledge: the files that documents are read from
notes       notes: files
readers     turns to readings, without a model
sql         one set of tables and stores for SQLite and, as a second dialect, PostgreSQL
thinkers    plugs that answer asks
time        when things happened
upkeep      care of the home
"""
