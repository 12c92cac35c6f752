"""What has changed since it was said: of two answers, which one holds.

arranging   the order of what was found, once it is known what has changed
believed    which turn put an end to what another turn let believe
fresher     a change told in words of its own, and what it is near
replaced    a turn that tells a change, and what it changes
restated    the same thing said again: the newer first
tense       whether a cue asks how things are, how they were, or leaves it open
"""
