"""What nights do to memories, in SQL.

fading     the numbers of memories as a night leaves them, many at a time, inside the caller's transaction
nights     each step is one bounded transaction that also moves the night's own counter on
reading    numbers, texts, relations and vectors of a whole mind, column by column
records    what is known of past nights: how far they came, what they changed, what they reported
relating   relations that a night takes away and adds, many at a time, inside the caller's transaction
snapshot   numbers of a whole mind as one compressed column of bytes: what a night began with, what it did to the …
"""
