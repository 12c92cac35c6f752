"""One file per step; forward only, on real data."""
