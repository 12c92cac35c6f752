"""Care of the home, in SQL.

archive   a whole mind as one file: written, checked, taken in
changes   whether anything has changed since somebody last looked
health    whether the database file is sound, and how large it is
moving    a home's database is copied to another place, and compared row by row
upkeep    copies while others write, checks, restores that keep the old file, vacuum
"""
