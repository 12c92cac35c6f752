"""Measurements: one command each, `--json` for machines.

recall_quality      does recall find what was said, and stay silent when nothing was
"""
