"""Whether a persona would act now by itself; it never does: who hosts it is told (SPEC D1, D5; NEX 8).

quiet_hours   hours of the night in which nobody is spoken to
decision      act now, or why not, and when to look again
prompt        what the host gives the persona when it may act: the whole inner state, as data
"""
