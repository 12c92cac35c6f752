"""What is believed and liked, with its evidence: what is needed of the world.

store   where beliefs and preferences are kept, with every step of their history
"""
