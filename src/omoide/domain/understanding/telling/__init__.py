"""How a turn is told as a memory, by rules.

gist       shortens a text to its most telling sentences, names and numbers kept
keywords   keywords of a text without a model: names and nouns, the rarer the better
"""
