"""What a model is shown: the verbs.

compose        everything the persona should see before it answers, within a budget, the same from turn to turn
constant       sections that stay the same for a session: notes, likes and dislikes, the days before
due_things     the section of due things: told once, claimed for one session
inner_life     sections of people known by name, proposals, drives, and something to ask
meet_prompt    the block that a host's prompt is met with
of_the_turn    sections that belong to one turn: mood, feelings, tasks, and for hosts what else touches the prompt
sections       what a section is, and what it is asked
"""
