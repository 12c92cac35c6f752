"""What a mind is: frozen values and pure rules.  No input or output, no clock, no dice.

persona     who owns a memory               event       what happened, turn by turn
moment      instants, days and ISO texts    space       which vectors may be compared
tokens      words for full-text search      chunks      long texts in searchable pieces
language    Japanese or English             ranking     how evidence becomes an order
worth       what of a turn may be kept      echo        our own words coming back
keeping     requests never to forget
"""
