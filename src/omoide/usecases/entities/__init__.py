"""Entities: what is done with them.

consolidate   the same said twice stands once, the newest fact wins: one profile, or all of them
edits         writing profiles and giving names: all or none, never over what somebody else has written meanwhile
files         editing a profile in an editor
propose       the shadow: names that recur and have no profile, with the memories in which they stand
proposals     proposals: looked at, told at the next conversation, accepted or dismissed
reading       entities as they stand or stood, with what is believed of them
"""
