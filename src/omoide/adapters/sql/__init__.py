"""One set of tables and stores for SQLite and, as a second dialect, PostgreSQL.

closing_pool     connections that are kept for the next who asks, of which none stays open behind us
columns          whole columns in and out of the database
copying          every row of one database in another that has none
database         connections, transactions, and the driver's errors in our own words
fresh            a new home in one step: the tables as all migrations together leave them
half_precision   vectors in half precision, as the store keeps them, made into numbers that can be multiplied fast
migrate          bringing a database up to date: on open, under a lock, once
prepared         statements on the path of every turn, compiled once and handed straight to the driver
revisions        every edit of a text as one splice: how notes and profiles keep their history
postgres         PostgreSQL, where a home's database is named by `database.url`
tables           what is kept
beliefs          what is believed and liked, with its evidence
context          what sessions were shown
entities         people and things the persona knows
episodes         days told in the persona's own voice
erasing          what goes for good, with proof
events           what happened
feelings         what is felt
goals            what the persona wants to reach
hosts            hosts of conversations, such as Claude Code
keys             who may open a door over the wire
knowledge        documents that are looked up
memories         memories that fade
models           language models, and what they cost
nights           what nights do to memories
notes            texts that the persona and the owner edit
personas         whose mind it is
questions        what the persona would like to know
recall           what comes to mind
reflection       what the persona makes of its days at night
topics           what is spoken of again and again
reminders        due things, told once until done or dismissed
sleep            nights gone through in stages
understanding    what is made of a turn
upkeep           care of the home
"""
