"""Care of the home, in SQL.

health   whether the database file is sound, and how large it is
moving   a home's database is copied to another place, and compared row by row
upkeep   copies while others write, checks, restores that keep the old file, vacuum
"""
