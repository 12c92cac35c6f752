"""Answers by built-in rules, without a model.

thinker     the register of rules, one per kind of ask; the rules themselves are `omoide.domain.understanding`
"""

from omoide.adapters.thinkers.rules.thinker import REGISTER, Rule, RulesThinker

__all__ = ["REGISTER", "Rule", "RulesThinker"]
