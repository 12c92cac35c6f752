"""Answers by built-in rules, without a model.

appraisal         the user's cues, their likeness to known utterances, and what the user says around it
digesting         a write plan by rules alone: modest, but real
linking           which earlier turns a turn belongs to: by closeness in time, and by what both speak of
prototypes        what a text resembles among utterances whose feeling is known (`words/prototypes_*.tsv`)
query             whether to search the past, and for what, without a model
sympathy_affect   what the persona feels with a turn: numbers from the appraisal, told in its own words
telling           tells a turn as a memory in the first person, at each level
thinker           answers asks by rules alone: plainly, at once, without a network
"""

from omoide.adapters.thinkers.rules.thinker import REGISTER, Means, Rule, RulesThinker

__all__ = ["REGISTER", "Means", "Rule", "RulesThinker"]
