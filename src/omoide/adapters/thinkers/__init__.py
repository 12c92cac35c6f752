"""Plugs that answer asks.

batch_queue       the queue where questions that can wait a day are handed in together, for half the price
estimating        what answering would cost, without asking anybody
fallback          the model if it can be had, else the rules: whether an ask may wait is part of its definition
in_portions       what is known is looked up, nods go to the rules, the rest is asked in portions
meter             the meter between a thinker and its provider: no call past a cap, no call without a line in the …
persona_thinker   what a persona thinks with: one question or many, by model or by rules
plan_of_turn      a turn's plan as it came in a common answer, kept under the turn itself
scripted          answers written beforehand: for tests, demonstrations and replays
single_flight     one flight at a time for the same question, across threads and processes
stored            every answer is kept, so that none is paid for twice
model             a language model as thinker, through pydantic-ai-slim (the extra `models`)
rules             answers by built-in rules, without a model
"""
