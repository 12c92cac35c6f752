"""What happened: the verbs.

follow_thread   what was this about?
observe         append what happened
recent          what was said lately, in the two shapes others read
"""
