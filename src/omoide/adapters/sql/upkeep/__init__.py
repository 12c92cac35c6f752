"""Care of the home, in SQL.

changes   whether anything has changed since somebody last looked
health    whether the database file is sound, and how large it is
upkeep    copies while others write, checks, restores that keep the old file, vacuum
"""
