"""The addresses of the HTTP API, by subject.

beliefs     what is believed and liked
entities    people and things the persona knows
episodes    told days, topics, the dream diary
erasing     what goes for good
events      turns in, turns out; recall and context
exporting   what can be taken along: the whole mind as one file
feelings    mood, emotions, inner state, due things
home        personas, settings, keys
importing   what was said elsewhere comes in
index       how far vectors are, and making them
jobs        work that nobody waits for
knowledge   documents that are looked up
memories    memories that fade
notes       core memory, notepad, diary
receipts    why something came to mind, and "not that"
sleep       sleeps, their progress, the morning after
tools       what a model may call
wishes      goals and open questions
"""
