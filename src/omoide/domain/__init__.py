"""What a mind is: frozen values and pure rules.  No input or output, no clock, no dice.

persona     who owns a memory               event       what happened, turn by turn
moment      instants, days and ISO texts    space       which vectors may be compared
tokens      words for full-text search      chunks      long texts in searchable pieces
language    Japanese or English             cue         what is asked, as terms to look for
inflections went is a form of go            period      times that a cue names
roster      a persona's events as columns   ranking     how evidence becomes an order
relevance   whether anything found is worth saying
worth       what of a turn may be kept      echo        our own words coming back
blocks      markup of hosts and tools       shown       a turn without what nobody said
privacy     what is never written down
keeping     requests never to forget        intent      what a question is after
spending    tokens, prices, caps            emotion     feelings in closed vocabularies
memory      what is kept of a turn          retention   how much of it is left
levels      how much of its text is left    room        the strongest stay readable
shortening  a summary is shorter, always
archive     revival and deletion            protection  what never fades
appointment days to come                    reported_speech  whose word it is
excerpt     the ends of a long text
relations   which memory leads to which     likeness    which memories mean the same
resonance   feelings that answer            priority    which memory comes first
field       what recall weighs              recalled    a memory that came to mind, and why
population  numbers of many memories        night       what a night makes of them
forecast    what coming nights will do      report      what a night did
simulation  a made-up life
transcript  session logs of a host          secrets     what is masked before it is kept
injection   memories as a model sees them   opt_out     projects that are left alone
state       what is believed, and since when    preference  likes and dislikes
writeplan   what a turn may change          writing     from a plan to changes, or to reasons against it
grounding   what a belief rests on          readings    one word however it is written
affect      the feeling of a moment         mood        a slow baseline and shocks that fade
persona_emotion  the tag in an answer       graph       which turn belongs to which
tidy        exact duplicates closed         digestion   what became of an event
timeline/   times that a text speaks of
"""
