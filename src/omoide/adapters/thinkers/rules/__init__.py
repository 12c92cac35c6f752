"""Answers by built-in rules, without a model.

thinker     the register of rules, one per kind of ask      appraisal   what a turn felt like, all parts weighed
feeling     cues of words and marks                         prototypes  likeness to utterances whose feeling is known
category    casual, work, decision, emotional               matching    expressions of a word list in a text
keywords    names and nouns by script and rarity            gist        the most telling sentences
telling     memories in the first person, by level          words/      the lists themselves, Japanese and English
digesting   a write plan for a turn                         clauses     sentences, and whose they are
tastes      likes and dislikes said plainly                 selffacts   facts about the user, family and animals
errands     tasks, their dates, and that they are done      naming      people, organisations, places, projects, tools
linking     which earlier turns a turn belongs to           sympathy_affect  what the persona feels with it
beliefs_text  facts in the persona's own voice
"""

from omoide.adapters.thinkers.rules.thinker import REGISTER, Means, Rule, RulesThinker

__all__ = ["REGISTER", "Means", "Rule", "RulesThinker"]
