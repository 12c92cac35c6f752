"""What a mind is: frozen values and pure rules.  No input or output, no clock, no dice.

autonomy        whether the persona would speak first
beliefs         what is believed and liked, with its evidence
context         what a model is shown, and how that is known again
drives          what moves a persona from within
entities        people and things the persona knows
episodes        days told in the persona's own voice
erasing         what goes for good, with proof
events          what happened
feelings        what is felt
goals           what the persona wants to reach
hosts           hosts of conversations, such as Claude Code
keys            who may open a door over the wire
jobs            work that nobody waits for
knowledge       documents that are looked up
memories        memories that fade
models          language models, and what they cost
nights          what nights do to memories
notes           texts that the persona and the owner edit
personas        whose mind it is
questions       what the persona would like to know
recall          what comes to mind
reflection      what the persona makes of its days at night
reminders       due things, told once until done or dismissed
sleep           nights gone through in stages
text            words and languages
time            when things happened
tools           what a model may call
topics          what is spoken of again and again
understanding   what is made of a turn
upkeep          care of the home
"""
