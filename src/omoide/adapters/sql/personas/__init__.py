"""Whose mind it is, in SQL.

personas   personas and their settings in SQL
"""
