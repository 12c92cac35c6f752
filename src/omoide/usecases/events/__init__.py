"""What happened: the verbs.

converse        the turns of one session, kept as they happen
follow_thread   what was this about?
in_view         what of a session its conversation still shows
observe         append what happened
recent          what was said lately, in the shapes others read
"""
