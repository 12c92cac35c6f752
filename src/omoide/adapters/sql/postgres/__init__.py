"""PostgreSQL, where a home's database is named by `database.url`.

appending  one turn kept in one trip
database   connections, transactions and turns, and the driver's errors in our own words
health     whether it is sound
locks      rights that only one process has at a time, whichever machine it is on
schema     what the tables need on PostgreSQL alone: words, order of texts, the log's guard, the fence around a persona
upkeep     copies by `pg_dump`, restores, vacuum, sizes
"""
