"""Care of the home: what is needed of the world.

health   whether what is kept is sound
"""
