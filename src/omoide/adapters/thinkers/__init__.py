"""Plugs that answer asks.

model       a language model, through one library          rules       built-in rules, no model at all
fallback    the model if it can be had, else the rules     scripted    answers written beforehand, for tests
stored      every answer kept, so that none is paid twice  together    many questions in few calls
meter       caps and ledger                                flight      one call for the same question at once
batch_desk  providers' batches: hand in, collect           estimating  a dry run
thinking    what all thinkers of a home share              plugs       all of it for one data home
plan_of_turn  a turn's part of a common answer             persona_thinker  what one persona thinks with
"""
