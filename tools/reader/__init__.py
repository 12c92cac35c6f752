"""Builds the reader: the small network that understands a turn without a model (README.md)."""
