"""The composition root: the only place that knows both sockets and plugs.

home            one data home: the factories of all subjects, each given only what it needs
foundation      what every subject stands on: settings, clock, database, personas
events          keeping and reading what happened
memories        keeping memories, and what the owner does to them by hand
recall          indexes, vectors that are missing, finding turns and memories
recall_kinds    the one recall over everything, and every kind of thing it finds
receipts        what is kept of recalls, and "not that"
nights          running nights and taking them back
beliefs         beliefs, preferences, tidying
context         composing what a model is shown
entities        profiles, proposals, and the shadow that makes them
episodes        telling days and weeks, finding them, and what resonates
feelings        what was felt, and how moods move
jobs            the background engine: what waits becomes jobs
knowledge       taking in and searching documents
tools           which tools a model may call
topics          sorting what is new into topics, naming, recalling and editing them
autonomy        whether a persona would act now by itself
drives          what moves a persona from within
goals           making and moving goals, and giving up what is stale or too much
questions       noticing, answering and remembering questions
reflection      the dream diary, and reflecting on days
notes           reading and editing notes, each door reaching its own
reminders       what is due, telling it once, and the owner's word on it
sleep           the stages of a sleep, and the morning after
understanding   digest, and working off what waits
models          models, rules, and what they cost
embedding       the embedder that the settings name
keys            keys for the doors over the wire, and who did what with them
hosts           sessions and prompts of hosts
erasing         the owner's act of erasing
host_files      files that hosts and we share
upkeep          checks, copies, sizes
background      what happens by itself
whose_turn      for whom there may be something to do, asked of all personas at once
rehearsal       a dry run on a copy
scratch         a made-up life on a scratch home
"""

from omoide.bootstrap.background import Beside
from omoide.bootstrap.home import Home, Opening, open_home

__all__ = ["Beside", "Home", "Opening", "open_home"]
