"""Measurements: quality, speed and cost.  One command each, `--json`."""
