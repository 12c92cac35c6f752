"""Notes: files.

drafts   texts that somebody edits in an editor, kept until they are written
"""
