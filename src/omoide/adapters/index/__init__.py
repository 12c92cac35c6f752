"""Search, per backend.  Everything here can be thrown away and made anew from the store.

cachefile      the resident vectors on disk: one file per persona and space, memory-mapped on open
coarse         a coarse picture of many vectors: eight bits a number, looked at first
fulltext       words, in SQLite's FTS5, over our own tokens; kept in the same transaction as the passage itself
known_words    words that were looked up lately, with the turns that hold them
memory_field   the field of memories, resident: read once, then only what has changed since
nearest        every vector of the persona is compared, in one product; the nearest of very many once more
residency      what is held in memory of each mind, under one budget: those used least recently leave
resident       vectors of one persona in one space, as arrays
rosters        rosters held in memory, one per persona, that follow what any process appends
"""
