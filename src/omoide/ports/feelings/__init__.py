"""What is felt: what is needed of the world.

store   where it is kept what was felt
"""
