"""Due things, told at the right moment, once, until done or dismissed: values and pure rules.

due        what is due and when: a task's payload as an instant or a whole day
reminder   whether a due thing is to be told at an instant, and what was told of it
wording    due things in words
"""
