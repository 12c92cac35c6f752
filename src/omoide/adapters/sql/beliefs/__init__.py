"""What is believed and liked, with its evidence, in SQL.

preferences   likes and dislikes in SQL, with their revisions
states        states, preferences and their revisions in SQL
tables        what is kept of a mind that grows: beliefs and their history, preferences, the context graph …
"""
