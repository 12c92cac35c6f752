"""Due things, told once: what is needed of the world.

store   where it is kept what was told of due things, and what the owner said to that
"""
