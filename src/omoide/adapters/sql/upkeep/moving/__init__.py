"""A home's database is copied to another place, from SQLite to PostgreSQL or back, and compared row by row.

move      the whole: lock, copy, compare, hand over
rows      a table's rows in the order of their keys: read in portions, put, compared
targets   where it is moved to: whether that is empty, a copy that was broken off, or somebody else's
"""
