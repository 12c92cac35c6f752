"""Erasing: verbs.

erase    the owner's own act, the only one that takes events away, or a rehearsal of it
finish   what is still to be done once the rows are gone: files, free pages, the search, the receipt
"""
