"""Notes: sockets.

store   where notes and all their revisions are kept
"""
