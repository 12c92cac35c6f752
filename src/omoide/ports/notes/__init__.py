"""Notes: sockets.

drafts   texts that somebody edits in an editor
store    where notes and all their revisions are kept
"""
