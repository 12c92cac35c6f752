"""What the persona wants to reach: what is needed of the world.

store   where goals are kept
"""
