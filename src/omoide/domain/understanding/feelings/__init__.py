"""What a turn felt like, as far as rules can tell.

appraising  all parts weighed                           prototypes  likeness to utterances whose feeling is known
feeling     cues of words and marks                     word_lists  expressions of a word list in a text
category    casual, work, decision, emotional           sympathy    what the persona feels with it
"""
