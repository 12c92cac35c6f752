"""A turn that tells a change, and what it changes (SPEC R4).

People seldom say a fact anew in the same words; they say what became of it: 「合言葉、ばれたから変えるね」, `The wedding is postponed`.
Such a turn is known by three things: it is newer, it speaks of an end or a change, and it speaks of what is asked: it holds
the question's own words.  Most newer turns that fit less than that only go on talking, and a fact that is wrongly said to
have changed is worse than an old one that is listed first: so for a question that does not say *now* nearly all of those words
are asked for, and nothing is said of the older turn.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from omoide.domain.recall.changes.restated import Told
from omoide.domain.recall.changes.tense import Tense
from omoide.domain.time.moment import Moment

LONGEST_TOLD: Final = 300
"""Characters of a turn that tells a change; in a longer one words of change and of everything else meet by chance."""
EARLIER_SECONDS: Final = 6 * 3_600
"""What was said within these hours belongs to one talk: there a later turn goes on, it does not replace."""


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """What must speak for a newer hit before it takes the place of an older one.

    Chosen on every second speaker of the corpus questions and on half of the everyday changes of `bench.updates`.
    """

    least_beside: float = 0.45
    """Its score beside that of the older one, for a question about now or about the past."""
    least_shared: float = 0.34
    """0..1: how much of the question's words in the older one it must hold too, likewise."""
    least_beside_state: float = 0.7
    """The same for a question about how something is that does not say when."""
    least_shared_state: float = 0.75
    least_beside_supposed: float = 0.15
    """Its score beside the older one's where beliefs suppose that one has followed the other."""
    least_beside_open: float = 0.45
    """The same where they know it, but the cue asks of no time at all."""


DEFAULT_RULES: Final = ChangeRules()

# Words of an end, a change or what holds from a day on, and no others: `now`, `new`, `got`, もう or 決まる stand in a quarter of
# all turns and tell nothing.
_CHANGE_EN: Final = re.compile(
    r"\b(?:no longer|not?\b[^.!?]{0,40}\bany ?(?:more|longer)|\w+n['’]t\b[^.!?]{0,40}\bany ?(?:more|longer)"
    r"|moved|moving|switch(?:ed|ing)?|chang(?:ed?|ing)|quit|gave up|given up|stopp(?:ed|ing)|dropp(?:ed|ing)|sold|swapped"
    r"|cancell?ed|withdr(?:ew|awn)|left|split up|broke up|divorced|instead|(?:is|are|was|it['’]s|called) off|let go"
    r"|postponed|push(?:ed)? [^.!?]{0,20}back|put (?:back|off)|replaced|declined|retired|resigned|died|cleared|recovered"
    r"|healed|taken over|from next|from now on|as of)\b",
    re.IGNORECASE,
)
_CHANGE_JA: Final = re.compile(
    r"やめ|辞め|止め|変え|変わ|替え|替わ|変更|引っ?越|移っ|移る|異動|別れ|離婚|治っ|退院|中止|延期|卒業|手放|乗り換|売っ"
    r"|亡くな|死ん|旅立|なくな|転職|かわりに|代わりに|じゃなく|訂正|違った|ことにし|来[週月年]から"
)


def tells_change(text: str) -> bool:
    """Tell whether a turn speaks of something that is no longer as it was."""
    if len(text) > LONGEST_TOLD:
        return False
    return _CHANGE_EN.search(text) is not None or _CHANGE_JA.search(text) is not None


def is_later(one: Moment, than: Moment) -> bool:
    """Tell whether something was said so much later that it may replace what was said before."""
    return one - than > EARLIER_SECONDS


@dataclass(frozen=True, slots=True)
class TurnPair:
    """A newer hit beside an older one."""

    ratio: float
    """The score of the weaker beside that of the stronger."""
    shared: float
    """0..1: how much of the question's words in the older one the newer one holds too."""


def takes_over(pair: TurnPair, tense: Tense, *, rules: ChangeRules = DEFAULT_RULES) -> bool:
    """Tell whether the hit further down belongs before the other, given that the newer of them tells a change."""
    match tense:
        case Tense.OPEN:
            return False
        case Tense.STATE:
            return pair.shared >= rules.least_shared_state and pair.ratio >= rules.least_beside_state
        case Tense.NOW | Tense.PAST:
            return pair.shared >= rules.least_shared and pair.ratio >= rules.least_beside
        case unreachable:
            assert_never(unreachable)


def share_of(one: Told, other: Told, weights: Mapping[str, float]) -> float:
    """Return how much of the question's words that `one` holds `other` holds too, 0..1."""
    held = [token for token in weights if token in one.words]
    whole = sum(weights[token] for token in held)
    return sum(weights[token] for token in held if token in other.words) / whole if whole else 0.0
