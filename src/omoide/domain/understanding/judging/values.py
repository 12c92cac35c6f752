"""Values: what of the marked words is the thing itself.

Of two things that are weighed against each other it is the preferred one, of a move it is where it led, of living somewhere it is
where; of a taste it is the thing without the particle that sets it apart (「パクチーだけは無理」).  Grammar only: the words of comparing,
living and going from one place to another are closed classes.
"""

import re
from dataclasses import replace
from importlib import resources
from itertools import pairwise
from typing import Final

from omoide.domain.understanding.reading import BeliefKind, ReadBelief

_PREFERRED_JA: Final = re.compile(r"^[^、。]+?より(?:は|も|か)?(?P<x>.+?)(?:派|の?(?:方|ほう))?$")
_PREFERS: Final = re.compile(r"\b(?:prefer|prefers|preferred|rather)\b", re.IGNORECASE)
_PREFERRED_EN: Final = re.compile(
    r"^(?P<x>.+?)(?: (?:over|than|rather than|instead of) |(?<!ing) to )\S.*$", re.IGNORECASE
)
_SET_APART_JA: Final = re.compile(r"^(?P<x>.+?)(?:だけ|のみ|ばかり|ばっか|なんか|なんて|とか|など)(?:は|が|も)?$")
_OWNED_EN: Final = re.compile(r"^(?:'s|’s) (?P<x>.+)$", re.DOTALL)
_OF: Final = re.compile(r"の|(?:'s|’s) ")
_WHERE_JA: Final = re.compile(r"^(?:.+?から)?(?P<x>.+?)(?:に|で)(?:住|暮ら|引っ越|移).*$")
_WHERE_TO_JA: Final = re.compile(r"^.+?から(?P<x>.+)$")
_WHERE_TO_EN: Final = re.compile(r"^(?:from )?[^,]+? (?:to|for) (?P<x>.+)$", re.IGNORECASE)


def _ties() -> tuple[dict[str, str], re.Pattern[str]]:
    source = resources.files("omoide.domain.understanding").joinpath("words", "ties.tsv").read_text(encoding="utf-8")
    tie_of = {
        word: attribute
        for line in source.splitlines()
        if line and not line.startswith("#")
        for attribute, _, words in [line.split("\t")]
        for word in words.split()
    }
    either = "|".join(re.escape(word) for word in sorted(tie_of, key=len, reverse=True))
    return tie_of, re.compile(rf"(?<![a-zé-])(?:{either})(?![a-zé-])", re.IGNORECASE)


_TIE_OF, _TIE = _ties()
HOMES: Final = ("home", "workplace", "school")


def tied(belief: ReadBelief) -> ReadBelief:
    """Return a tie to somebody under what its kin word says: a nephew is no child, and 「妹の息子」 is one of the family."""
    if belief.kind is not BeliefKind.RELATION or belief.attribute not in _TIE_OF.values():
        return belief
    words = list(_TIE.finditer(belief.value))
    ties = {_TIE_OF[word[0].lower()] for word in words}
    if any(_OF.fullmatch(belief.value, one.end(), other.start()) for one, other in pairwise(words)):
        ties = {"family"}
    return replace(belief, attribute=ties.pop()) if len(ties) == 1 else belief


def plain(belief: ReadBelief, clause: str) -> ReadBelief:
    """Return the belief with the part of its value that is meant."""
    return _part(_part(belief, [_OWNED_EN]), _forms(belief, clause))


def _forms(belief: ReadBelief, clause: str) -> list[re.Pattern[str]]:
    if belief.kind is BeliefKind.PREFERENCE:
        return [_PREFERRED_JA, *([_PREFERRED_EN] if _PREFERS.search(clause) else []), _SET_APART_JA]
    return [_WHERE_JA, _WHERE_TO_JA, _WHERE_TO_EN] if belief.attribute in HOMES else []


def _part(belief: ReadBelief, forms: list[re.Pattern[str]]) -> ReadBelief:
    found = next((match for form in forms if (match := form.match(belief.value))), None)
    if found is None or not found["x"].strip():
        return belief
    low, high = found.span("x")
    first = belief.place[0]
    return replace(belief, value=found["x"], place=(first + low, first + high))
