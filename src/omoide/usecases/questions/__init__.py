"""What the persona would like to know: the verbs.

convert   what becomes of answers: a line of a profile, an entry of the dream diary, or nothing
edits     questions asked, answered and deleted by hand
notice    what talk left open, and what later talk answered, without a model
review    one night's look at questions: answered ones, new ones, too many, what was learnt
"""
