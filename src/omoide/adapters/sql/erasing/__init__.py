"""Erasing, in SQL.

beliefs      beliefs that rested on what is erased: they go, or stay with their evidence shortened
episodes     episodes that were made of what is erased: they go, and are made again without it
going        what is to go, by number, while a transaction lasts
orders       orders to erase: carried out all or none, finished after a kill, kept as receipts
phrases      turns of phrase: what is said again and again is of no single turn
redacting    turns from which erased words are taken out, and turns that are made again
remains      every column of every table looked through for what was erased
removing     events and memories with everything that hangs on them; whole personas
selecting    what an order is about, and what else may carry its words
sweeping     free pages, the journal and merged postings: what a file still holds of rows that are gone
tables       orders, what was erased (by hash only), which events were redacted
tombstones   what was erased is known again, without its words
"""
