"""What comes to mind: the verbs.

catch_up          vectors for passages that have none yet
everything        the one verb: what comes to mind, of whatever kind, as one list
found_turns       everything that was found for a cue, and why each turn stands where it does
holding           which of the found turns is still so
receipts          what is kept of a recall, and what "not that" does to the next one
keyword_search    the places of the log that hold a name or a phrase, letter by letter
kinds             kinds of things that can be recalled, beside what was said
old_spaces        vectors of embedders that are no longer used are cleared away
plan_query        whether to search, for which words, which keywords, and what is asked for
read_together     the first turns that were found, read together with the cue
recall            which turns come to mind for a cue, and why
recall_memories   what comes to mind, weighed over every memory there is
recut             passages of turns kept by an older version are made anew
vectors_beside    those of what a server has just learnt, behind whoever waits for an answer
"""
