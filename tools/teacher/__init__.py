"""A large teacher for the small networks: borrowed from packages, taught our corpus for minutes, asked about free talk (README.md)."""
