"""Checks of what is in order."""
