"""Builds the network that reads a cue and a turn together and tells whether the one answers the other."""
