"""Notes: what is done with them.

diaries    months that are over go into the archives of their diary
drafting   editing a note in an editor: what was typed is written, or kept and named
edits      writing notes: all or none, never over what somebody else has written meanwhile
files      files that programs keep: changed all or none
reading    notes as they read now or read then, what changed, and which hold some words
"""
