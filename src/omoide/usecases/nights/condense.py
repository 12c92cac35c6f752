"""What a memory's text becomes when it falls: prepared beforehand, or asked for now (SPEC M6).

A model that is away postpones the fall; the next night finds the memory still too high and asks again.  A model that
never will answer is replaced by the plainest rule, so that no memory stays whole for ever because of it.  A summary that
is no shorter than what it sums up, prepared or asked for, is not taken: it would cost a fall and forget nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.asks.condense import Condense, Step
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Draft
from omoide.domain.text import shortening
from omoide.domain.understanding.appraisal import Telling
from omoide.errors import Refused, Unavailable
from omoide.ports.models.thinker import Thinker
from omoide.ports.nights.store import Texts

LONGEST_PLAIN = {Step.SUMMARY: 120, Step.TRACE: 40}
"""Characters that the plainest rule keeps of each text."""


@dataclass(frozen=True, slots=True)
class Condenser:
    """Finds the shorter text of a memory."""

    thinker: Callable[[], Thinker]
    """Made when first asked: most nights find every text prepared, and rules and models take a while to load."""

    def __call__(self, texts: Texts, *, level: Level) -> Draft | None:
        """Return the texts at this level; `None` when they cannot be had now."""
        step = Step.SUMMARY if level is Level.SUMMARY else Step.TRACE
        prepared = texts.summary if step is Step.SUMMARY else texts.trace
        whole = Draft(texts.trigger, texts.content)
        if prepared is not None and _serves(prepared, whole, step):
            return prepared
        try:
            told = self.thinker().answer(Condense(Telling(texts.trigger, texts.content), step)).value
        except Unavailable:
            return None
        except Refused:
            return shortening.plainly(whole, longest=LONGEST_PLAIN[step])
        answered = Draft(told.trigger, told.content)
        return answered if _serves(answered, whole, step) else shortening.plainly(whole, longest=LONGEST_PLAIN[step])


def _serves(told: Draft, whole: Draft, step: Step) -> bool:
    """Tell whether a telling may take the place of the whole; keywords always may."""
    return step is Step.TRACE or shortening.is_shorter(told, than=whole)
