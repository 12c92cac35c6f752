"""What a turn feels like, read by rules.

category     what sort of talk a turn is: casual, work, decision or emotional
feeling      reads a feeling from a text by its cues: words, marks, length
word_lists   finds the expressions of a word list in a text: longest match first, in one pass
"""
