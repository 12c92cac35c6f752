"""PostgreSQL, where a home's database is named by `database.url`.

database   connections, transactions and turns, and the driver's errors in our own words
schema     what the tables need on PostgreSQL alone: words, order of texts, the log's guard, the fence around a persona
"""
