"""Values: what of the marked words is the thing itself.

Of two things that are weighed against each other it is the preferred one, of a move it is where it led, of living somewhere it is
where.  Grammar only: the words of comparing, living and going from one place to another are closed classes.
"""

import re
from dataclasses import replace
from typing import Final

from omoide.domain.understanding.reading import BeliefKind, ReadBelief

_PREFERRED_JA: Final = re.compile(r"^[^、。]+?より(?:は|も|か)?(?P<x>.+?)(?:派|の?(?:方|ほう))?$")
_PREFERS: Final = re.compile(r"\b(?:prefer|prefers|preferred|rather)\b", re.IGNORECASE)
_PREFERRED_EN: Final = re.compile(
    r"^(?P<x>.+?)(?: (?:over|than|rather than|instead of) |(?<!ing) to )\S.*$", re.IGNORECASE
)
_WHERE_JA: Final = re.compile(r"^(?:.+?から)?(?P<x>.+?)(?:に|で)(?:住|暮ら|引っ越|移).*$")
_WHERE_TO_JA: Final = re.compile(r"^.+?から(?P<x>.+)$")
_WHERE_TO_EN: Final = re.compile(r"^(?:from )?[^,]+? (?:to|for) (?P<x>.+)$", re.IGNORECASE)
HOMES: Final = ("home", "workplace", "school")


def plain(belief: ReadBelief, clause: str) -> ReadBelief:
    """Return the belief with the part of its value that is meant."""
    if belief.kind is BeliefKind.PREFERENCE:
        forms = [_PREFERRED_JA, *([_PREFERRED_EN] if _PREFERS.search(clause) else [])]
    elif belief.attribute in HOMES:
        forms = [_WHERE_JA, _WHERE_TO_JA, _WHERE_TO_EN]
    else:
        return belief
    found = next((match for form in forms if (match := form.match(belief.value))), None)
    if found is None or not found["x"].strip():
        return belief
    low, high = found.span("x")
    first = belief.place[0]
    return replace(belief, value=found["x"], place=(first + low, first + high))
