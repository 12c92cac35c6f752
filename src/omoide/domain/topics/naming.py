"""A topic's name out of its own words: those that its members hold and others do not (SPEC EP9: concrete, 5–15 characters).

A term's worth is its weight as a name or noun, times the share of members that hold it, times how rare it is elsewhere.  Terms that
only one member holds name that member and not the topic; when something was, and how often, names nothing (`time_words`).  NEX's
author found names that a model made too abstract; words that were said cannot be.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.cue import is_grammar
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language, detect
from omoide.domain.text.tokens import TokenKind, pieces, word_tokens
from omoide.domain.topics.time_words import says_when
from omoide.domain.understanding.telling.keywords import weighted_terms
from omoide.domain.understanding.telling.telling import FEELING_WORDS

SHORTEST: Final = 5
LONGEST: Final = 15
LEAST_WEIGHT: Final = 0.9
"""Of a term that may name something: English verbs and adverbs weigh less."""
MOST_TERMS: Final = 3
LESSER: Final = 0.4
"""Share of the best term's worth that a further one needs."""
SINGLE: Final = 0.3
"""Share of it that a term which only one member holds has at most."""
_QUOTES: Final = str.maketrans("「」『』", "    ")
"""A memory quotes whole sentences, which would pass for titles."""
_JOINTS: Final = {Language.JA: "・", Language.EN: ", "}
_ABOUT: Final = {Language.JA: ("{name}のこと", "{name}に関すること"), Language.EN: ("about {name}",)}


@dataclass(frozen=True, slots=True)
class OtherWords:
    """How many other texts hold each term."""

    counts: Mapping[str, int]
    texts: int


def words_of(texts: Iterable[str]) -> OtherWords:
    """Return the terms of texts that a topic is held against."""
    held = [set(terms_of(text)) for text in texts]
    return OtherWords(Counter(term for terms in held for term in terms), len(held))


def terms_of(text: str) -> dict[str, tuple[str, float]]:
    """Return the terms of a text that may name something: their common form, the form they are written in, their weight."""
    language = detect(text)
    text = text.translate(_QUOTES) if language is Language.JA else text
    found: dict[str, tuple[str, float]] = {}
    for term, weight in weighted_terms(text, language=language).items():
        if weight >= LEAST_WEIGHT and _may_name(term, language):
            found.setdefault(_common(term), (term, weight))
    return found


def telling_terms(texts: Sequence[str], others: OtherWords) -> list[tuple[str, float, bool]]:
    """Return the terms that tell these texts from others, each as it is mostly written.

    The most telling comes first; terms that only one of several texts holds come after all others, and are told apart.
    """
    forms: dict[str, Counter[str]] = {}
    weights: dict[str, list[float]] = {}
    for text in texts:
        for term, (written, weight) in terms_of(text).items():
            forms.setdefault(term, Counter())[written] += 1
            weights.setdefault(term, []).append(min(weight, 2.5))
    worths = {
        term: _worth(held, len(texts), others.counts.get(term, 0), others.texts) for term, held in weights.items()
    }
    shared = [worths[term] for term, held in weights.items() if len(held) > 1]
    for term, held in weights.items():
        if shared and len(held) == 1:
            worths[term] = min(worths[term], SINGLE * max(shared))
    best = sorted(worths, key=lambda term: (len(weights[term]) == 1, -worths[term], term))
    return [(forms[term].most_common(1)[0][0], worths[term], len(weights[term]) > 1) for term in best]


def name_of(texts: Sequence[str], others: OtherWords, *, language: Language, taken: Collection[str] = ()) -> str:
    """Return a name of at most fifteen characters, none of those taken; the beginning of a text where no word tells anything."""
    chosen: list[str] = []
    best = 0.0
    for term, worth, is_shared in telling_terms(texts, others):
        if says_when(term, detect(term)):
            continue
        best = max(best, worth)
        so_far = _joined(chosen, language)
        is_free = bool(chosen) and _long_enough(so_far, language) not in taken
        is_full = len(so_far) >= SHORTEST and (len(chosen) > 1 or worth < LESSER * best)
        if len(chosen) == MOST_TERMS or (is_free and (is_full or not is_shared)):
            break
        fits = len(_joined([*chosen, term], language)) <= LONGEST
        if fits and not any(_overlap(term, other) for other in chosen):
            chosen.append(term)
    name = _long_enough(_joined(chosen, language), language) if chosen else _beginning(texts[0])
    return _untaken(name, taken)


def _beginning(text: str) -> str:
    return one_line(text.translate(_QUOTES), longest=LONGEST)


def _worth(weights: Sequence[float], members: int, elsewhere: int, others: int) -> float:
    share = len(weights) / members
    rare = math.log((others + 2) / (elsewhere + 1))
    return sum(weights) / len(weights) * share * max(rare, 0.05)


def _may_name(term: str, language: Language) -> bool:
    if len(term) > LONGEST or term.lower() in FEELING_WORDS or any(letter.isdigit() for letter in term):
        return False
    if language is Language.EN:
        return len(term) > 1 and not is_grammar(_common(term))
    # Kana alone are more often grammar than a name; a lone kanji is a thing: 梅, 犬, 母.
    return not all("\u3041" <= letter <= "\u309f" for letter in term) and (len(term) > 1 or term > "\u3400")


def _common(term: str) -> str:
    """Return one form for the forms of a word: its stem, without accents, where it is a word between blanks."""
    kinds = {kind for kind, _ in pieces(term)}
    return word_tokens(term.lower())[0] if kinds == {TokenKind.WORD} else term


def _joined(terms: Sequence[str], language: Language) -> str:
    return _JOINTS[language].join(terms)


def _overlap(one: str, other: str) -> bool:
    return one.lower() in other.lower() or other.lower() in one.lower()


def _long_enough(name: str, language: Language) -> str:
    forms = ["{name}", *_ABOUT[language]]
    return next((told for form in forms if len(told := form.format(name=name)) >= SHORTEST), name)


def _untaken(name: str, taken: Collection[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[: LONGEST - 1 - len(str(number))]} {number}"
    return free
