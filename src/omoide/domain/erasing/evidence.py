"""Whether a belief still rests on something when events are erased, and on which steps of its history.

A step that rested on erased events alone goes.  A belief stays as its last remaining step tells it, if what that says is said
by the evidence that is left; restated elsewhere it stays, with its evidence shortened.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.events.event import EventId
from omoide.domain.recall.cue import query_terms
from omoide.domain.text.tokens import document_tokens

RESTED_SHARE: Final = 0.5
"""Of what a belief took from erased events, how much the evidence that is left must say as well, by weight of words."""

Says = Callable[[EventId], str]
"""Returns what was said in an event."""


@dataclass(frozen=True, slots=True)
class EvidenceStep:
    """One step of a belief's history."""

    version: int
    evidence: tuple[EventId, ...]
    tells: str
    """What was believed after it."""


def remaining(steps: Sequence[EvidenceStep], *, erased: Collection[EventId], says: Says) -> list[EvidenceStep]:
    """Return the steps that stay, without the erased evidence; none when the belief rests on nothing else."""
    gone = {event_id for step in steps for event_id in step.evidence if event_id in erased}
    left = [step for step in steps if not step.evidence or not gone.issuperset(step.evidence)]
    proofs = list(dict.fromkeys(event_id for step in left for event_id in step.evidence if event_id not in gone))
    if not proofs:
        return []
    lost, kept = _words(gone, says), _words(proofs, says)
    while left and not _is_said(left[-1].tells, lost=lost, kept=kept):
        left.pop()
    shortened = [
        EvidenceStep(each.version, tuple(e for e in each.evidence if e not in gone), each.tells) for each in left
    ]
    return shortened if any(step.evidence for step in shortened) else []


def _is_said(tells: str, *, lost: frozenset[str], kept: frozenset[str]) -> bool:
    taken = [term for term in query_terms(tells) if not term.is_speaker and term.token in lost]
    said = sum(term.weight for term in taken if term.token in kept)
    return said >= RESTED_SHARE * sum(term.weight for term in taken)


def _words(event_ids: Collection[EventId], says: Says) -> frozenset[str]:
    return frozenset(token for event_id in event_ids for token in document_tokens(says(event_id)))
