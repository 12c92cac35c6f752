"""What Omoide does: verbs, each reading gather → decide → commit.

autonomy        whether the persona would speak first
beliefs         what is believed and liked, with its evidence
drives          what moves a persona from within
context         what a model is shown
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
questions       what the persona would like to know
recall          what comes to mind
tools           what a model may call
reflection      what the persona makes of its days at night
topics          what is spoken of again and again
reminders       due things, told once until done or dismissed
sleep           nights gone through in stages
understanding   what is made of a turn
upkeep          care of the home
"""
