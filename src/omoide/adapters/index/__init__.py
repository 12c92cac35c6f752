"""Search, per backend.  Everything here can be thrown away and made anew from the store.

fulltext    words, in SQLite's FTS5             resident    vectors held in memory, kept up to date
cachefile   the resident vectors on disk        nearest     exact search by meaning over the resident vectors
"""
