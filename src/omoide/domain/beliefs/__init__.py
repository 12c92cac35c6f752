"""What is believed and liked, with its evidence: values and pure rules.

grounding      the user's own words, or only the persona's retelling
plan_changes   turns a write plan into changes, or says why not
preference     guessed ones are candidates, only the user's explicit word confirms
state          what the persona believes, with reason, evidence and a period of validity
tidy           exact duplicates are closed, never deleted
write_plan     what an event changes in what the persona believes
"""
