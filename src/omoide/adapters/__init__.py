"""Plugs: the only code that touches the world.

clock       system and simulated time       sql         tables, migrations and stores
index       full-text and vector search     embedders   texts to vectors
thinkers    answers to asks                 jobs        background work
"""
