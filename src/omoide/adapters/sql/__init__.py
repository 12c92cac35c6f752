"""One set of tables and stores for SQLite and, as a second dialect, PostgreSQL.

tables      what is kept                    database    connections, transactions, errors of the driver
migrate     bringing a file up to date      personas, events, settings, passages, vectors    the stores
"""
