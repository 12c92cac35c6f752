"""One set of tables and stores for SQLite and, as a second dialect, PostgreSQL.

tables      what is kept                    database    connections, transactions, errors of the driver
migrate     bringing a file up to date      personas, events, settings, passages, vectors    the stores
memory_tables, memory_rows                  what is kept of memories, and rows as values
memories    taken in and looked at          owners_hand protect, release, archive, restore, erase
recall_log  what came to mind               deletions      memories taken out, for the grace period
raising     memories that come back         event_passages  passages of events, cut anew
nights, night_reading, night_records        what a night writes, reads, and leaves behind
snapshot    numbers of a mind as bytes      upkeep      backup, restore, vacuum
"""
