"""Keyword search over what was said, word for word: its rules.

noise   which of the places that hold a keyword are shown, so that the rest is no noise
"""
