"""When things happened: what is needed of the world.

clock   what time it is
"""
