"""What the persona makes of its days at night: the verbs.

gather    what a reflection is made of: turns, what was learnt, goals, questions
reflect   days that are to be reflected on, each once, at its level
talk      the talk of days, with how much each turn stirred
"""
