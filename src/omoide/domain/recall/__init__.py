"""What comes to mind: values and pure rules.

changes           what has changed since it was said: of two answers, which one holds
cue               what someone says that may bring memories back, read into what can be looked for
embedding_space   which vectors may be compared with which
intent            what someone who asks is after
keywords          places that hold a keyword, letter by letter: which are shown
kinds             one recall over everything: events, memories, beliefs, episodes …
memory_field      of each one the few numbers that decide whether it comes to mind
parts             what single parts of a score are made of
passage           the searchable pieces of what is kept
priority          which memory comes to mind first
query_plan        whether to search the past, and for what
ranking           how evidence becomes an order: which events a cue brings back, and why
recalled_memory   a memory that came to mind, and why
receipts          what is kept of a recall, told in words; and "not that"
recollection      what came to mind, how strongly, and why
relevance         whether anything that was found is worth saying
shared_words      the words a cue and a memory share, as a person would read them
"""
