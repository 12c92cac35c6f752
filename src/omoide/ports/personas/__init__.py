"""Whose mind it is: what is needed of the world.

store   where personas and their own settings are kept
"""
