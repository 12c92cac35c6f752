"""Kinds of things that can be recalled, beside what was said.

belief_shelf    beliefs, likes and dislikes
by_passages     things that are found by the words and the meaning of their passages
diary_shelf     the days of the diary; never the secret one
entity_shelf    people and things with a profile
episodes        told days and weeks, and what was special
insight_shelf   the dream diary
shelve          passages follow the texts they are copies of
topics          what is spoken of again and again
"""
