"""What a memory's text becomes when it falls: prepared beforehand, or asked for now (SPEC M6).

A model that is away postpones the fall; the next night finds the memory still too high and asks again.  A model that
never will answer is replaced by the plainest rule, so that no memory stays whole for ever because of it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.asks.appraise_turn import Telling
from omoide.asks.condense import Condense, Step
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Draft
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
        if prepared is not None:
            return prepared
        try:
            told = self.thinker().answer(Condense(Telling(texts.trigger, texts.content), step)).value
        except Unavailable:
            return None
        except Refused:
            return _plainly(texts, step)
        return Draft(told.trigger, told.content)


def _plainly(texts: Texts, step: Step) -> Draft:
    longest = LONGEST_PLAIN[step]
    return Draft(
        *(text if len(text) <= longest else text[: longest - 1] + "…" for text in (texts.trigger, texts.content))
    )
