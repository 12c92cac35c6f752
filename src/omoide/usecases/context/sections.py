"""What a section of the context is, and what it is asked (SPEC I1).

To show something new, write a source (anything that is called with `AskedSection` and gives items, the most important first) and put a
`ContextSection` with it into `bootstrap/context.py`: among the constant ones, or among those of the turn.  Budget, escaping, what
was shown before, and telling once what has changed are the composer's matter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import blake2b
from typing import Protocol

import numpy as np

from omoide.domain.beliefs.state import State
from omoide.domain.context.budgeting import Item
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import relevance
from omoide.domain.recall.relevance import Calibration
from omoide.domain.reminders.reminder import Reminder
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Embedder
from omoide.usecases.hosts.recall_for_prompt import coverage

LEAST_COVERAGE = 0.5
"""Share of the prompt's telling words, or of the thing's own, that must be shared for one to touch the other."""
LEAST_NEARNESS = 0.5
"""0..1, on the scale of the embedding space: from here on two texts speak of the same."""


@dataclass(frozen=True, slots=True)
class AskedSection:
    """What a section is asked for."""

    persona: Persona
    now: Moment
    day: date
    """The persona's local day."""
    oldest: date
    """The oldest day that the conversation itself shows."""
    cue: str = ""
    """What was said last, as far as it calls something up."""
    states: tuple[State, ...] = ()
    """The tasks that are open."""
    due: tuple[Reminder, ...] = ()
    """What is told of due things: in this session before, and now."""
    session_id: str = ""
    """In which session it will be seen; empty where nothing is to be noted of that."""
    touching: "Touching | None" = None
    """Tells what touches the cue; `None` where nothing was said."""
    remembered: frozenset[EventId] = frozenset()
    """The turns of which a memory is shown beside it: both are one recollection."""

    def touched(self, texts: Sequence[str]) -> list[bool]:
        """Tell of each text whether it touches what was said."""
        if self.touching is None or not self.cue or not texts:
            return [False] * len(texts)
        return self.touching(self.cue, texts)


class SectionSource(Protocol):
    """Gives what one section may show."""

    def __call__(self, asked: AskedSection, /) -> Sequence[Item]:
        """Return what may be shown, the most important first; what is not to be shown says why (`unfit`)."""
        ...


@dataclass(frozen=True, slots=True)
class ContextSection:
    """One section: where it comes from, how it is called, how much room is its own."""

    name: str
    source: SectionSource
    share: float
    """Of the whole budget, 0..1; what it leaves over the others may use."""
    titles: Mapping[Language, str] = field(default_factory=dict)
    """The line above it, for one that is constant."""
    tells_changes: bool = True
    """Of a constant one: whether a change is told in the turn after it."""
    is_told_once: bool = False
    """Of one of the turn: it is not told again in a session, even where the block that told it was dropped."""
    is_state: bool = False
    """Of one of the turn: it tells how something is, and is told again when that has changed."""


@dataclass(frozen=True, slots=True)
class Touching:
    """Tells what touches a prompt: by the words they share, or by meaning."""

    embedder: Embedder
    calibration: Calibration
    by_words_alone: bool = False

    def __call__(self, cue: str, texts: Sequence[str]) -> list[bool]:
        """Tell of each text whether it touches the cue."""
        told = [max(coverage(cue, text), coverage(text, cue)) >= LEAST_COVERAGE for text in texts]
        rest = [place for place, is_told in enumerate(told) if not is_told]
        if rest and not self.by_words_alone:
            for place, is_near in zip(rest, self._near(cue, [texts[place] for place in rest]), strict=True):
                told[place] = is_near
        return told

    def _near(self, cue: str, texts: Sequence[str]) -> list[bool]:
        try:
            [asked] = self.embedder.embed([cue], role="query")
            vectors = self.embedder.embed(texts)
        except EmbedderUnavailable:
            return [False] * len(texts)  # words alone serve until it is back
        near = relevance.near(np.asarray(vectors @ asked, float), calibration=self.calibration)
        return [bool(each >= LEAST_NEARNESS) for each in near]


def content_key(text: str) -> str:
    """Return by what a text is known again, however long it is."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
