"""What is made of a turn, in SQL.

digestions   what was digested, in SQL: each event whole or not at all
"""
