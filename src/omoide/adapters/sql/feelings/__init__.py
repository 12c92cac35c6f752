"""What is felt, in SQL.

feelings   what was felt, in SQL: affects, mood points and the emotion log
"""
