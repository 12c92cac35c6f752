"""What is spoken of again and again: the verbs.

centring   where topics lie in the space in use; what is missing is made from the members
edits      what the owner does to topics, and the persona's nickname
recall     topics for a cue
tell       names and summaries that are to be made
update     new memories and days join topics, or found one
"""
