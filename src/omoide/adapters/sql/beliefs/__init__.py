"""What is believed and liked, with its evidence, in SQL.

asked         what the user was asked about
preferences   likes and dislikes in SQL, with their revisions
states        states, preferences and their revisions in SQL
tables        what is kept of a mind that grows: beliefs and their history, preferences, the context graph …
"""
