"""Referents: who of those named in the talk a clause is about, where somebody else than the user is meant (SPEC X3).

Somebody is named beside the value, a few lines before, or in the question that is answered; by name, by a kin word or by a title; and the
clause points there by a word, by a pronoun, or not at all.  Which of them is meant is learnt: a linear model over where and how each is
named says how likely each one is.  Its weights are readable data, made by `tools.reader.agreement`.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.beliefs.state import PERSONA, USER
from omoide.domain.understanding.judging.features import logit
from omoide.domain.understanding.judging.frames import Around, around, sentences
from omoide.domain.understanding.judging.whom import (
    BEINGS,
    Talk,
    gender_of,
    has_kin_word,
    is_pronoun,
    people,
    plain_name,
    subject_pronoun,
)
from omoide.domain.understanding.reading import ReadBelief, Reading

FURTHEST_BACK: Final = 8
"""Texts before the turn in which somebody who is meant is looked for."""
FAINTLY_NAMED: Final = 0.2
"""From which chance on the reader's word for a being is looked at."""
_TITLE: Final = "(?:さん|ちゃん|くん|君|先生)?"
_SUBJECT: Final = re.compile(
    rf"{_TITLE}(?:は|が|も|って|、|,)|(?:'s|’s)? (?:is|was|has|had|\w+s|\w+ed|can|can't|will|got|came|went)\b"
)
_OBJECT: Final = re.compile(rf"{_TITLE}(?:を|に|と|へ|から)")
_PREDICATE: Final = re.compile(r"(?:さん)?(?:ね|です|や|だ|じゃ|よ)?(?:$|[。、,.\s!！?？])")
OPENING: Final = 2
"""Characters before a name that still opens its turn."""
QUARTER: Final = 0.25
"""Log odds count so much, so that all features are about as large."""


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody named in the turn or before it."""

    name: str
    gender: str
    """`she`, `he`, or empty when no word tells."""
    here: tuple[int, ...]
    """Where in the turn."""
    back: tuple[int, ...]
    """In which texts, ascending: 0 is the turn, 1 what it answers."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn in its talk, and who is named in it: worked out once for all its beliefs."""

    said: str
    answered: str
    reading: Reading
    known: frozenset[str]
    named: tuple[Named, ...]


def heard(said: str, talk: Talk, reading: Reading) -> Heard:
    """Return who is named in a turn and before it."""
    faint = frozenset(one.text for one in reading.names if one.type in BEINGS and one.sure >= FAINTLY_NAMED)
    texts = [said, *reversed(talk.before[-FURTHEST_BACK:])]
    places: dict[str, list[tuple[int, int]]] = {}
    gender: dict[str, str] = {}
    for back, text in enumerate(texts):
        for one in people(text, known=talk.known | faint):
            if not is_pronoun(one.name):
                places.setdefault(one.name, []).append((back, one.at))
                gender[one.name] = gender.get(one.name) or one.gender
    named = tuple(
        Named(name, gender[name], tuple(at for back, at in some if not back), tuple(sorted({back for back, _ in some})))
        for name, some in places.items()
        if not _is_part(name, places)
    )
    return Heard(said, texts[1] if len(texts) > 1 else "", reading, talk.known, named)


def _is_part(name: str, places: Mapping[str, Sequence[tuple[int, int]]]) -> bool:
    """Tell whether a name stands only inside a longer one: 中村 in 中村さん."""
    return any(
        name != longer and name in longer and {(back, at + longer.find(name)) for back, at in some} >= set(places[name])
        for longer, some in places.items()
    )


@dataclass(frozen=True, slots=True)
class Referent:
    """Somebody who may be meant, and what speaks for and against it."""

    name: str
    features: Mapping[str, float]


def referents(belief: ReadBelief, turn: Heard) -> list[Referent]:
    """Return everybody who may be meant by the clause of a belief; `she` is never a brother."""
    place = around(turn.said, belief.place)
    pronoun = belief.about if is_pronoun(belief.about) else subject_pronoun(place.clause)
    marked, wanted = ("" if pronoun else _marked(belief)), gender_of(pronoun)
    named = [one for one in turn.named if not (wanted and one.gender and one.gender != wanted)]
    if marked and all(one.name != marked for one in named) and (at := turn.said.find(marked)) >= 0:
        named.append(Named(marked, "", (at,), (0,)))
    is_anybody_before = any(at < belief.place[0] for one in named for at in one.here)
    has_kin_beside = [one.name for one in named if _is_predicate(one, turn.said)]
    found = []
    for one in named:
        values = dict(_of_name(one, marked, turn))
        values |= dict(_here(one, belief, place, turn.said) if one.here else _before(one, turn))
        values["predicate"] = float(one.name in has_kin_beside)
        values["kin_beside"] = float(not has_kin_word(one.name) and any(kin != one.name for kin in has_kin_beside))
        values["nobody_before"] = float(not one.here and not is_anybody_before)
        found.append(Referent(one.name, {name: round(value, 4) for name, value in values.items() if value}))
    return found


def _marked(belief: ReadBelief) -> str:
    """Return whom the reader marked as the one who is meant; nobody: empty."""
    return "" if belief.about in ("", USER, PERSONA) else plain_name(belief.about)


def _of_name(one: Named, marked: str, turn: Heard) -> Iterator[tuple[str, float]]:
    """Yield what is known of somebody wherever they are named."""
    same = [name for name in turn.reading.names if name.text in one.name or one.name in name.text]
    yield "being", QUARTER * logit(max((name.sure for name in same if name.type in BEINGS), default=0.0))
    yield "thing", QUARTER * logit(max((name.sure for name in same if name.type not in BEINGS), default=0.0))
    yield "known", float(one.name in turn.known)
    is_marked = bool(marked) and (marked in one.name or one.name in marked)
    yield "marked", float(is_marked)
    yield "another_marked", float(bool(marked) and not is_marked)
    yield "often", math.log1p(len(one.back))


def _here(one: Named, belief: ReadBelief, place: Around, said: str) -> Iterator[tuple[str, float]]:
    """Yield where somebody stands who is named in the turn itself."""
    low, high = belief.place
    ends = [(at, at + len(one.name)) for at in one.here]
    before = any(end <= low for _, end in ends)
    inside = any(at < high and low < end for at, end in ends)
    in_clause = [(at, end) for at, end in ends if place.clause_at[0] <= at < place.clause_at[1]]
    in_sentence = any(place.sentence_at[0] <= at < place.sentence_at[1] for at, _ in ends)
    yield "before", float(before)
    yield "after", float(not before and not inside)
    yield "is_value", float(inside and len(one.name) >= 0.8 * (high - low))
    yield "clause", float(bool(in_clause))
    yield "subject", float(any(_SUBJECT.match(said, end) for _, end in in_clause))
    yield "object", float(any(_OBJECT.match(said, end) for _, end in ends))
    yield "opens", float(any(at <= OPENING for at, _ in ends))
    first = one.here[0]
    between = said[min(low, first) : max(low, first)]
    yield "sentences_between", 0.0 if in_sentence else min(3.0, float(len(sentences(between))))


def _before(one: Named, turn: Heard) -> Iterator[tuple[str, float]]:
    """Yield how far back somebody was named who is not named in the turn."""
    back = one.back[0]
    yield "answered", float(back == 1)
    yield "asked", float(back == 1 and any(mark in turn.answered for mark in "?？"))
    yield "said_before", float(back == 2)
    yield "far", math.log(back)


def _is_predicate(one: Named, said: str) -> bool:
    """Tell whether a kin word says who somebody is: 「ひかりが起きてる。娘ね」."""
    return has_kin_word(one.name) and any(_PREDICATE.match(said, at + len(one.name)) for at in one.here)


@dataclass(frozen=True, slots=True)
class Pointing:
    """Says who is meant."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """Without any, nobody is told from another."""

    def likeliest(self, among: Sequence[Referent]) -> tuple[str, float]:
        """Return the likeliest and how likely they are, 0..1; where nobody may be meant, nobody."""
        if not among:
            return "", 0.0
        scores = [sum(self.weights.get(name, 0.0) * value for name, value in one.features.items()) for one in among]
        best = max(range(len(among)), key=scores.__getitem__)
        return among[best].name, 1.0 / sum(math.exp(score - scores[best]) for score in scores)
