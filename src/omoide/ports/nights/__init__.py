"""What nights do to memories: what is needed of the world.

store   where a night reads and writes
"""
