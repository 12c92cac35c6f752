"""What is believed and liked, with its evidence: values and pure rules.

candidates     what is only supposed never touches what is asserted, and the owner's word outweighs both
grounding      the user's own words, or only the persona's retelling
plan_changes   turns a write plan into changes, or says why not
preference     guessed ones are candidates, only the user's explicit word confirms
questions      what is only supposed, as short questions to the user
showing        which of what is held a model is shown beside a talk
state          what the persona believes, with reason, evidence and a period of validity
state_steps    one line of a plan becomes one step of a state's history
tidy           exact duplicates are closed, never deleted
write_plan     what an event changes in what the persona believes
"""
