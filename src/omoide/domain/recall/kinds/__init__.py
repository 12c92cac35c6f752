"""One recall over everything a mind holds: what kinds there are, and how they become one list.

asked              what is looked for, read once for all kinds
candidate          something that was found, and the two numbers that speak for it
intent_score       NEX's three-term score: what is listed first among episodes, insights and diary
joining            a memory, its event and its episode are one recollection; one scale for all
kind               what sort of thing came to mind
life_span          a question that spans a life is answered from all of it
recallable         something that can be recalled, as it reads now
"""
