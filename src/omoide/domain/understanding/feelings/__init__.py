"""What a turn felt like, without a model.

appraising  the reader and the user's own cues weighed  category    casual, work, decision, emotional
feeling     cues of words and marks                     word_lists  expressions of a word list in a text
sympathy    what the persona feels with it
"""
