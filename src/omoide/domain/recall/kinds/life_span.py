"""A question that spans a life is answered from all of it (SPEC R5; GHO 6-4).

「学校で…」 may mean any school; what is found is then spread over the stages of a life, or the years where no stage is known, so that
the best of each is among what is shown.  It chooses among what is relevant and never lists what is not.
"""

import re
from collections.abc import Hashable, Sequence
from typing import Final

from omoide.domain.events.event import Annotations, LifeStage

LEAST_SHARE: Final = 0.5
"""Beside the best, what the first of a stage must reach to be shown; elsewhere more is asked."""
_SPANS_JA: Final = re.compile(
    r"これまで|今まで|いままで|昔から|ずっと(?:前|昔)から|(?:子ども?|子供|こども)の(?:頃|ころ)から|人生|生涯|一生|生まれてから|歴代|毎年|何年(?:も|間)"
    r"|(?:小学|中学|高校|大学)(?:生|校)?(?:の(?:頃|ころ|時|とき))?(?:から|も)|学校(?:で(?!し|す|あ)|の(?:思い出|先生|友))|学生時代|若い(?:頃|ころ)|思い出(?:は|を|って)|遍歴"
)
_SPANS_EN: Final = re.compile(
    r"\b(?:over the years|all (?:my|your|his|her|our|their) li(?:fe|ves)|(?:in|through(?:out)?) (?:my|your|his|her|our) life"
    r"|my whole life|life story|since (?:childhood|i was (?:a )?(?:kid|child|little|young|born))|every year|through the years"
    r"|(?:at|in) school|school days|growing up|ever since)\b",
    re.IGNORECASE,
)


def spans_a_life(cue: str) -> bool:
    """Tell whether a cue asks about a life and not about one time of it."""
    return _SPANS_JA.search(cue) is not None or _SPANS_EN.search(cue) is not None


def band(about: Annotations | None, *, year: int) -> Hashable:
    """Return the stage of life that a turn speaks of; where none is known the year, that of saying it if no other."""
    if about is not None and about.life_stage is not LifeStage.UNKNOWN:
        return about.life_stage
    return year if about is None or about.about_year_start is None else about.about_year_start


def spread(bands: Sequence[Hashable], shares: Sequence[float], *, least: float, limit: int) -> list[int]:
    """Return which of the things, given from the strongest on, are shown, in their order: the best of each band, then the next.

    `shares` says how strong each is beside the best; only the first of a band may be weaker than `least`.
    """
    seen: dict[Hashable, int] = {}
    turns: list[tuple[int, int]] = []
    for place, (each, share) in enumerate(zip(bands, shares, strict=True)):
        number = seen.get(each, 0)
        if share >= (least if number else min(least, LEAST_SHARE)):
            turns.append((number, place))
            seen[each] = number + 1
    return sorted(place for _, place in sorted(turns)[: max(0, limit)])
