"""What the persona wants to reach: the verbs.

edits     goals made and moved by hand, by the owner or the persona
tidy      goals that are given up by themselves
"""
