"""Due things, told once, in SQL.

reminders   what was told of due things, and what the owner said to that
tables      the tables: one row for each task, due time and slot
"""
