"""Search, per backend.  Everything here can be thrown away and made anew from the store.

cachefile      the resident vectors on disk: one file per persona and space, memory-mapped on open
fulltext       words, in SQLite's FTS5, over our own tokens; kept in the same transaction as the passage itself
memory_field   the field of memories, resident: read once, then only what has changed since
nearest        every vector of the persona is compared, in one matrix product
resident       vectors of one persona in one space, as arrays: what is searched exactly, in one pass
rosters        rosters held in memory, one per persona, that follow what any process appends
"""
