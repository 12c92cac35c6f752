"""What the persona makes of its days at night: what is needed of the world.

reflections   where it is kept that a day was reflected on
store         where the dream diary is kept
"""
