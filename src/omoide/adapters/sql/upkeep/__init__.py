"""Care of the home, in SQL.

health   whether the database file is sound, and how large it is
upkeep   copies while others write, checks, restores that keep the old file, vacuum
"""
