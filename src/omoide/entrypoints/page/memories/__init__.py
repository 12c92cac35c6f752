"""Memories on a page: a table of all of them, and one with its texts, curve, relations and history.

acts    what the owner does to memories from the page, and the window that asks before something goes for good
one     one memory
page    the table, with its filters and what can be done to many at once
query   which memories the table shows, as the address says it
shown   memories as values for the page: rows, curve, web, history
words   what is said about memories, in Japanese and English
"""
