"""Notes, in SQL.

erased   notes and their history from which erased words are taken out
notes    notes with every edit: kept in one step, refused when somebody else was first
tables   what is kept of notes
"""
