"""Care of the home: what is needed of the world.

changes   whether anything has changed since somebody last looked
health    whether what is kept is sound
"""
