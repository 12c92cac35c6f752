"""What is made of a turn, in SQL.

agenda       who has something to do, of all personas at once
digestions   what was digested, in SQL: each event whole or not at all
"""
