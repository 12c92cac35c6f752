"""The Python door: `Omoide`, `Mind` and the parts of a mind.

autonomy   whether the persona would speak first: `mind.autonomy`
beliefs    what a mind believes, and what it knows to be liked: `mind.beliefs`, `mind.preferences`
context    what the persona sees before it answers: `mind.context`
default_tools   eight tools by which a model reaches a whole mind: `mind.tools.of("default")`
entities   people and things the persona knows: `mind.entities`
episodes   days told in the persona's own voice: `mind.episodes`
erasing    what goes for good: `mind.erase`, and the receipts of it
feelings   `mind.feelings`
files      files that programs keep with a persona, by name: `mind.files`
goals      what the persona wants to reach: `mind.goals`
home       the Python door to a data home: `Omoide.open().persona("haru")` gives a `Mind` that observes and recalls
hosts      a mind as the host of conversations uses it: it hears turns, meets prompts, works while nobody waits, and …
keys       keys for the doors over the wire, and who did what: `home.keys`
jobs       work that nobody waits for: `home.jobs`, `mind.jobs`
knowledge  documents that are looked up when they are asked for: `mind.knowledge`
memories   the Python door to memories that fade: `mind.memories`
mind       one persona's mind: the verbs, and the parts that look at what it holds
models     the Python door to thinking: models, what they cost, and single questions, for people who look under the …
moments    ISO 8601 text, an aware datetime, or UTC unix seconds
notes      texts that the persona and the owner edit: `mind.notes`, `mind.secret_diary`
prompts    what was put into whose prompts: `mind.prompts`
tools      what a model may call: `mind.tools`
questions  what the persona would like to know: `mind.questions`
topics     what is spoken of again and again: `mind.topics`
receipts   what is kept of recalls, and "not that": `mind.recalls`, `mind.why`, `mind.not_that`, `mind.feedback`
reflection  what the persona makes of its days at night: `mind.dreams`
reminders  due things, told once until done or dismissed: `mind.due`
sleep      a night's work in stages, and the morning after: `mind.sleep`
session    one talk with a persona, memory for a chat loop in three lines: `mind.session`
"""
