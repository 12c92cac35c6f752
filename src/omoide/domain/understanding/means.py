"""Means: what a rule may use besides the text itself."""

from dataclasses import dataclass
from functools import cached_property

from omoide.domain.text.language import Language
from omoide.domain.understanding.feelings.appraising import Weighing
from omoide.domain.understanding.feelings.prototypes import LikenessReader
from omoide.domain.understanding.telling.gist import Embed


@dataclass(frozen=True)
class Means:
    """The persona's language, the weights of the parts, and vectors where there is an embedder."""

    language: Language
    weighing: Weighing
    embed: Embed | None = None

    @cached_property
    def likeness(self) -> LikenessReader | None:
        """Return the reader of likeness; it learns on first use, once."""
        return None if self.embed is None else LikenessReader(self.embed)
