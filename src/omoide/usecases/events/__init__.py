"""What happened: the verbs.

erase           the owner's own act, the only one that takes events away, with a report that looks for what is left
follow_thread   what was this about?
observe         append what happened
recent          what was said lately, in the two shapes others read
"""
