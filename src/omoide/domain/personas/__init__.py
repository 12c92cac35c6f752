"""Whose mind it is: values and pure rules.

persona   a persona owns everything; nothing of one is ever visible to another
"""
