"""Receipts of recalls and "not that", in SQL.

demotions   what is not meant by which cue
erased      what erasing takes of both
receipts    receipts of recalls: kept together, trimmed by age and number
rows        receipts and demotions as rows
tables      the two tables
"""
