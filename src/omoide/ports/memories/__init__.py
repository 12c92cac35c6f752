"""Memories that fade: what is needed of the world.

browsing           looking through memories a page at a time, however many there are
deleted_memories   where memories lie that a night took out, until the grace period ends
manual_edits       what the owner does to memories by hand
store              where memories are kept and read
"""
