"""Measurements: one command each, `--json` for machines."""
