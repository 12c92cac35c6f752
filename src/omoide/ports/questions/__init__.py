"""What the persona would like to know: what is needed of the world.

store   where open questions are kept, and how far talk was looked through for them
"""
