"""Understanding without a model: what a turn is worth, felt like, becomes as a memory and changes.

worth       what of a turn may be kept                  digestion   what became of an event
reading     what a listener would take from a turn      means       what understanding may use
appraisal   what a turn becomes as a memory             appraisal_by_rules  that, without a model
query       whether to search the past, and for what    small_talk  greetings and nods
feelings/   what a turn felt like                       telling/    how it is told, at every level
beliefs/    what it changes                             judging/    what becomes of a reading
words/      the lists, Japanese and English
"""
