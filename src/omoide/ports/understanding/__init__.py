"""What is made of a turn: what is needed of the world.

reader  what a listener would take from a turn, without a model
store   where it is kept what became of each turn, and which turns still wait
"""
