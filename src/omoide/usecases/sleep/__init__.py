"""Sleep: a night's work in stages.

stages          what each stage does, as one kind of work with progress
sleep_through   goes through the stages; one that was broken off is gone on with
taking_back     what a wrong clock did too early is taken back
morning         what the persona says in the morning
"""
