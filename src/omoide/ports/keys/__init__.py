"""Who may open a door over the wire: what is needed of the world.

store   where keys, and what was done with them, are kept
"""
