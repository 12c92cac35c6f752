"""What is spoken of again and again: what is needed of the world.

store   where topics are kept, and the points of which they are made
"""
