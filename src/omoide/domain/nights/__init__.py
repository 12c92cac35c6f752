"""What nights do to memories: values and pure rules.

forecast       which memories will fall to which level, on which night, and why; and which stay as there is room …
night          the night as one pure step: memories before → memories after, and what changed
night_report   what faded, came back, was linked, and how long it took
population     the numbers of many memories side by side, as a night works on them
room           the strongest memories of a mind stay readable, however weak they are
simulation     a made-up life: what sort of turns a day holds and which memories they call up
"""
