"""Plugs that answer asks.

model       a language model, through one library          rules       built-in rules, no model at all
fallback    the model if it can be had, else the rules     scripted    answers written beforehand, for tests
stored      every answer kept, so that none is paid twice
"""
