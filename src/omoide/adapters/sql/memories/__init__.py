"""Memories that fade, in SQL.

browsing           a page at a time: filtered, ordered and counted by the database
deleted_memories   memories that were taken out: kept as JSON in the history until the grace period ends, then gone
manual_edits       what the owner does to memories by hand
memories           taken in once per event, read without a trace
recall_log         what came to mind, and the feeling each session is in
restoring          everything that was deleted is put where it was, many memories at a time
rows               rows of memories as values and back, and the passage by which a memory is found
tables             what is kept of memories
"""
