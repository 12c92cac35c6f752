"""Memories that fade: the verbs.

manual_edits   what the owner does to memories by hand, and what the coming nights will do
"""
