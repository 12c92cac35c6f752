"""Hosts of conversations, such as Claude Code, in SQL.

bookmarks   by the hash of the path, since a path may say more than its owner wants kept
places      where a persona has listened to a host, as its log tells
"""
