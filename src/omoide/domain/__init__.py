"""What a mind is: frozen values and pure rules.  No input or output, no clock, no dice.

persona     who owns a memory               event       what happened, turn by turn
moment      instants, days and ISO texts    space       which vectors may be compared
tokens      words for full-text search      chunks      long texts in searchable pieces
language    Japanese or English             cue         what is asked, as terms to look for
inflections went is a form of go            period      times that a cue names
roster      a persona's events as columns   ranking     how evidence becomes an order
relevance   whether anything found is worth saying
worth       what of a turn may be kept      echo        our own words coming back
keeping     requests never to forget        intent      what a question is after
spending    tokens, prices, caps
transcript  session logs of a host          secrets     what is masked before it is kept
injection   memories as a model sees them   opt_out     projects that are left alone
"""
