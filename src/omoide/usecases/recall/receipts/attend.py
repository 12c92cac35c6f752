"""Attend: the seam around whichever verb recalls; it heeds "not that" and leaves a receipt (SPEC X7).

The verb is asked for a few more than are wanted, where something must stand behind the others; for all other cues it is asked
as if this were not there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.feedback import heeded
from omoide.domain.recall.receipts.receipt import ItemRef, RecallCandidate
from omoide.usecases.recall.receipts.feedback import HeedFeedback
from omoide.usecases.recall.receipts.keep import AskedRecall, KeepReceipt

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecallAnswer(Generic[T]):
    """What a verb answered, and how a receipt is made of it."""

    told: Sequence[T]
    """What came to mind, best first."""
    item_of: Callable[[T], ItemRef]
    lowered: Callable[[T, T], T]
    """One of them, listed after another: with a score that is not above it."""
    candidates: Callable[[Sequence[T], frozenset[ItemRef]], Sequence[RecallCandidate]]
    """Tells what was found, given what was shown at last and what was demoted; asked once there is time."""
    found: int = 0
    plan: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class AttendRecall:
    """Attends to a recall."""

    heed: HeedFeedback
    keep: KeepReceipt

    def __call__(
        self, persona: Persona, asked: AskedRecall, ask: Callable[[int], RecallAnswer[T]], *, limit: int
    ) -> list[T]:
        """Return what came to mind, what is not meant behind the rest; a receipt of it is kept in a while."""
        started = self.keep.stopwatch()
        denied = self.heed(persona, asked.cue) if limit > 0 else frozenset[ItemRef]()
        answer = ask(limit + len(denied))
        shown = list(answer.told)
        if denied:
            shown = heeded(shown, lambda each: answer.item_of(each) in denied, limit=limit, lowered=answer.lowered)
        self.keep(
            persona,
            asked if answer.plan is None else replace(asked, plan=answer.plan),
            partial(answer.candidates, tuple(shown), denied),
            milliseconds=1000 * (self.keep.stopwatch() - started),
            found=answer.found,
        )
        return shown
