"""What we ask a model.

One module per question: its dataclass, its answer's schema, `render()` in ja and en, `parse()`.

ask             what every question has in common       lenient     scores and words taken as well as they can be
appraise_turn   what a turn felt like, as a memory      condense    what is left of it one level down
write_plan      what a turn changes in what is believed, felt and talked about
digest_turns    both about a session's turns at once    together    which questions are cheaper asked together
"""
