"""Means: what a rule may use besides the text itself."""

from dataclasses import dataclass

from omoide.domain.text.language import Language
from omoide.domain.understanding.feelings.appraising import Weighing
from omoide.domain.understanding.feelings.prototypes import LikenessReader
from omoide.domain.understanding.telling.gist import Embed


@dataclass(frozen=True, slots=True)
class Means:
    """The persona's language, the weights of the parts, and vectors where there is an embedder."""

    language: Language
    weighing: Weighing
    embed: Embed | None = None
    likeness: LikenessReader | None = None
    """Reads what a text resembles; there when there are vectors."""
