"""Sleep: a night's work in ordered, named stages, and what it left (SPEC D1).

stage          the stages, in their order
sleep_report   what each stage did, took and cost; what is still to be done of a sleep that was broken off
early          stages that a wrong clock went through too early
budget         how long a sleep may take and what it may cost
hour           when a mind may fall asleep by itself
morning        what changed overnight, in the persona's voice
"""
