"""What is made of a turn: what is needed of the world.

store   where it is kept what became of each turn, and which turns still wait
"""
