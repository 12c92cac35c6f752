"""Which questions later talk has answered, and what becomes of an answer, without a model (SPEC D4; NEX Phase B).

The rules say only what is sure: a task that was said to be done answers how it went; words that were come back to are quoted; a profile
answers who somebody is.  An answer that names somebody known is a line of that profile (FACT), one that moved is an entry of the
dream diary (INSIGHT), and anything else is only marked (SKIP).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from omoide.domain.entities.names import name_key
from omoide.domain.episodes.by_rules.quoting import Utterance, quoted
from omoide.domain.questions.question import LONGEST_ANSWER, Conversion, OpenQuestion
from omoide.domain.recall.cue import Term, query_terms
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.tokens import document_tokens

SPOKEN_SHARE: Final = 0.5
"""Of a topic's telling words, by weight, that a turn must hold to speak of it."""
LONGEST_QUOTE: Final = 120
MOVING: Final = 0.6
"""0..1: arousal from which what answers is remembered as an insight (NEX ★)."""


@dataclass(frozen=True, slots=True)
class ConvertedAnswer:
    """What becomes of an answer: under which name it is written, in which words."""

    kind: Conversion
    content: str = ""
    entity: str = ""
    strategy: str = ""


def speaks_of(topic: str, text: str) -> bool:
    """Tell whether a text holds enough of a topic's telling words."""
    terms = _telling(topic)
    if not any(term.weight >= 1.0 for term in terms):
        return False
    held = _held(text)
    share = sum(term.weight for term in terms if term.token in held) / sum(term.weight for term in terms)
    return share >= SPOKEN_SHARE


@lru_cache(maxsize=64)
def _telling(topic: str) -> tuple[Term, ...]:
    return tuple(term for term in query_terms(topic) if not term.is_speaker)


@lru_cache(maxsize=4096)
def _held(text: str) -> frozenset[str]:
    """Return the words of a text: a night holds the same turns against every open question."""
    return frozenset(document_tokens(text))


def told_by(text: str) -> str:
    """Return what of a turn answers: its most telling words; nothing when it only asks back."""
    said = quoted(text, longest=LONGEST_QUOTE)
    return "" if said is None or said.saying is Utterance.ASKS else said.words


def converted_by_rules(question: OpenQuestion, *, known: Iterable[str], arousal: float) -> ConvertedAnswer:
    """Return what becomes of an answer; `known` are the names of those who have a profile."""
    answer = one_line(question.answer, longest=LONGEST_ANSWER)
    if not answer:
        return ConvertedAnswer(Conversion.SKIP)
    named = _named(known, (question.topic, answer))
    if named:
        is_profile = any(name_key(question.topic) == name_key(name) for name in (named,))
        return ConvertedAnswer(Conversion.SKIP) if is_profile else ConvertedAnswer(Conversion.FACT, answer, named)
    return ConvertedAnswer(Conversion.INSIGHT if arousal >= MOVING else Conversion.SKIP, answer)


def _named(known: Iterable[str], texts: Sequence[str]) -> str:
    """Return the longest of the names that one of the texts holds."""
    whole = [name_key(text) for text in texts]
    found = [name for name in known if (key := name_key(name)) and any(key in text for text in whole)]
    return max(found, key=lambda name: (len(name), name), default="")
