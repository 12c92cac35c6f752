"""What comes to mind: what is needed of the world.

answering      reading a cue and a turn together
grounds        what turns have let the persona believe
memory_field   what recall weighs of every memory at once
recall_log     where it is kept what came to mind, and how it felt
receipts       where receipts of recalls and "not that" are kept
shelf          kinds of things that can be recalled, each as it reads now
search         by its words, by its meaning, and by when it was said
"""
