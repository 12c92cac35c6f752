"""What is believed and liked, with its evidence: the verbs.

beliefs   what is believed, what was, since when and why, and the owner's word on it
tidy      close exact duplicates of the state, now and then
"""
