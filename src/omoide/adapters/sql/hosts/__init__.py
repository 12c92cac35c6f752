"""Hosts of conversations, such as Claude Code, in SQL.

bookmarks   by the hash of the path, since a path may say more than its owner wants kept
"""
