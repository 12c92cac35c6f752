"""What is felt: verbs.

read_mood   the mood at an instant, in numbers and words
"""
