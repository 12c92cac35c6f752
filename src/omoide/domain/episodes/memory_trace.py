"""The tag by which a persona tells how strongly an episode resonated (SPEC EP7; NEX Phase H).

    <memory_trace id="episode_2026-01-15_001" resonance="0.7"/>

Models write it carelessly, so any shape of it is taken out of the text that is shown; it counts when it names an id and a
number.  Read in answers alone: what a user types is never taken for the persona's.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from omoide.domain.episodes.arousal import within


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


_TAG: Final = re.compile(
    r"[<＜]\s*[/／]?\s*memory[_＿\s-]?trace(?![A-Za-z0-9])[^<>＜＞\n]*(?:[/／]?\s*[>＞]|(?=[<＜])|$|(?=\n))",
    re.IGNORECASE,
)
_ID: Final = re.compile(r"\bid\s*[=:]\s*[\"'“”‘’「]?\s*([A-Za-z0-9_-]+)", re.IGNORECASE)
_RESONANCE: Final = re.compile(r"resonance\s*[=:]\s*[\"'“”‘’「]?\s*(-?\d*\.?\d+)\s*(%?)", re.IGNORECASE)


def read(answer: str) -> TracedAnswer:
    """Return the answer as it is shown, and the resonances its tags tell."""
    if "trace" not in answer.lower():
        return TracedAnswer(answer, ())
    found = {trace.label: trace for tag in _TAG.findall(answer) if (trace := _trace(tag)) is not None}
    shown = _TAG.sub("", answer)
    return TracedAnswer(shown.strip() if shown != answer else answer, tuple(found.values()))


def _trace(tag: str) -> MemoryTrace | None:
    plain = unicodedata.normalize("NFKC", tag)
    named, told = _ID.search(plain), _RESONANCE.search(plain)
    if named is None or told is None:
        return None
    return MemoryTrace(named[1], within(float(told[1]) / (100.0 if told[2] else 1.0)))
