"""How a turn is told as a memory, without a model.

telling     in the first person, at each level          gist        the most telling sentences
keywords    names and nouns by script and rarity
"""
