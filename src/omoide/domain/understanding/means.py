"""Means: what understanding without a model may use besides the text itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from omoide.domain.text.language import Language
from omoide.domain.understanding.feelings.appraising import Weighing
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace
from omoide.domain.understanding.telling.gist import Embed

Judge = Callable[[], Agreement]
Read = Callable[[Sequence[TurnInPlace]], Sequence[Reading]]


@dataclass(frozen=True, slots=True)
class Means:
    """The persona's language, how cues and reader are weighed, a reader of turns, and vectors where there is an embedder."""

    language: Language
    weighing: Weighing
    read: Read | None = None
    """Reads turns; without it, the words alone decide."""
    embed: Embed | None = None
    agreement: Judge | None = None
    """Says how much of what was read may be believed."""
