"""Language models, and what they cost: the verbs.

account   what thinking has cost, for what, and what the month will come to
"""
