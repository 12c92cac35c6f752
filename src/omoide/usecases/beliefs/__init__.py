"""What is believed and liked, with its evidence: the verbs.

asking        what is only supposed, as questions, each once a week
beliefs       what is believed, what was, since when and why
corrections   the owner's word on beliefs, likes and dislikes
persona_revisions   the persona's own word on a belief, which the owner's outweighs
tidy          close exact duplicates of the state, now and then
"""
