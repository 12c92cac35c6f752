"""Measurements, one command each, `--json` for programs.  Speed is compared inside one run: machines differ."""
