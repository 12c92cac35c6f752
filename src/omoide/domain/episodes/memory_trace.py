"""The tag by which a persona tells how strongly an episode resonated (SPEC EP7; NEX Phase H).

    <memory_trace id="episode_2026-01-15_001" resonance="0.7"/>

Models write it carelessly, so any shape of it is taken out of the text that is shown; it counts when it names an id and a
number.  Read in answers alone: what a user types is never taken for the persona's.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.feelings.answer_tags import AnswerTag, share_in, word_in


@dataclass(frozen=True, slots=True)
class MemoryTrace:
    """How strongly one episode resonated."""

    label: str
    resonance: float
    """0..1"""


@dataclass(frozen=True, slots=True)
class TracedAnswer:
    """An answer with its traces taken out."""

    shown: str
    traces: tuple[MemoryTrace, ...]
    """One for each id, the last one said."""


TRACE_TAG: Final = AnswerTag("memory", "trace")


def read(answer: str) -> TracedAnswer:
    """Return the answer as it is shown, and the resonances its tags tell."""
    untagged = TRACE_TAG.taken_out(answer)
    found = {trace.label: trace for tag in untagged.tags if (trace := _trace(tag)) is not None}
    return TracedAnswer(untagged.shown, tuple(found.values()))


def _trace(tag: str) -> MemoryTrace | None:
    label, resonance = word_in(tag, "id"), share_in(tag, "resonance")
    return MemoryTrace(label, resonance) if label and resonance is not None else None
