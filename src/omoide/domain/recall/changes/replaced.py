"""A turn that tells a change, and what it changes (SPEC R4).

People seldom say a fact anew in the same words; they say what became of it: 「ギターはやめて、ドラムにした」, `I've moved to Oslo`.
Such a turn holds few words of the question and would stand far below the fact it ends.  It is known by three things: it is
newer, it speaks of a change, and it speaks of the same: by a word of the older turn that little else has, or, where the
question itself is about how things are now, by the question's own words.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.changes.restated import Told
from omoide.domain.recall.changes.tense import Tense
from omoide.domain.recall.cue import is_grammar
from omoide.domain.text import tokens
from omoide.domain.text.tokens import TokenKind
from omoide.domain.time.moment import Moment

LONGEST_TOLD: Final = 300
"""Characters of a turn that tells a change; in a longer one words of change and of everything else meet by chance."""
EARLIER_SECONDS: Final = 6 * 3_600
"""What was said within these hours belongs to one talk: there a later turn goes on, it does not replace."""


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """What must speak for a newer hit before it takes the place of an older one."""

    least_beside: float = 0.15
    """Its score beside that of the older one, when a word of its own leads from one to the other."""
    least_beside_now: float = 0.45
    """The same for a question about now, when they share this much of the question's words:"""
    least_shared: float = 0.34
    least_beside_alone: float = 0.85
    """The same for a question about now, when nothing but the question connects them."""


DEFAULT_RULES: Final = ChangeRules()

_CHANGE_EN: Final = re.compile(
    r"\b(?:no longer|not?\b[^.!?]{0,40}\bany ?(?:more|longer)|\w+n['’]t\b[^.!?]{0,40}\bany ?(?:more|longer)"
    r"|mov(?:ed?|ing)|switch(?:ed|ing)?|chang(?:ed?|ing)|quit|gave up|given up|stopp(?:ed|ing)|dropp(?:ed|ing)|sold|swapped"
    r"|cancell?ed|withdr(?:ew|awn)|left|leav(?:e|ing)|split up|broke up|divorced|married|engaged|instead|now|these days"
    r"|since then|again|back (?:home|to|on)|off|over|gone|let go|new|became|become|start(?:ed|ing)|began|begun|got|bought"
    r"|passed|failed|came|come|postponed|push(?:ed)?|put (?:back|off|me|us)|replaced|turned out|finally|at last|declined"
    r"|decided|will not|won['’]t|joined|retired|resigned|promoted|fired|hired|from next|as of|guess what|news|died|healed"
    r"|cleared|recovered|taken over|moved out)\b",
    re.IGNORECASE,
)
_CHANGE_JA: Final = re.compile(
    r"やめ|辞め|止め|変え|変わ|替え|替わ|変更|引っ?越|移っ|移る|異動|別れ|離婚|結婚|治っ|退院|復活|元気|中止|延期|決ま|決め"
    r"|[にく]なっ|にし[たよ]|になる|もう|卒業|手放|乗り換|買っ|売っ|亡くな|死ん|旅立|なくな|ついに|ようやく|やっと|始め|始ま|入っ"
    r"|入社|就職|転職|合格|受か|当た|落ち|減っ|増え|上がっ|下がっ|今は|いまは|月から|日から|かわりに|代わりに"
    r"|じゃなく|だけだった|解禁|残り|実は|じつは|訂正|違った|速報|報告|行け[なん]"
)
_NAME: Final = re.compile(r"[\u30a0-\u30ff\u4e00-\u9fff々〇]{2,}")


def tells_change(text: str) -> bool:
    """Tell whether a turn speaks of something that is no longer as it was."""
    if len(text) > LONGEST_TOLD:
        return False
    return _CHANGE_EN.search(text) is not None or _CHANGE_JA.search(text) is not None


def telling_words(text: str) -> frozenset[str]:
    """Return the words that name something: no grammar, and of scripts without blanks only what stands in kanji or katakana."""
    return frozenset(_telling(text[: 2 * LONGEST_TOLD]))


def rare_words(hits: Sequence[Told]) -> list[frozenset[str]]:
    """Return of each hit the telling words that few of the others hold."""
    words = [telling_words(hit.text) for hit in hits]
    held = Counter(word for each in words for word in each)
    most = max(2, len(hits) // 5)
    return [frozenset(word for word in each if held[word] <= most) for each in words]


def is_later(one: Moment, than: Moment) -> bool:
    """Tell whether something was said so much later that it may replace what was said before."""
    return one - than > EARLIER_SECONDS


@dataclass(frozen=True, slots=True)
class TurnPair:
    """A newer hit beside an older one."""

    ratio: float
    """The score of the one further down beside that of the other."""
    shared: float
    """0..1: how much of the question's words in the older one the newer one holds too."""
    is_linked: bool
    """A word that few others hold stands in both."""


def takes_over(pair: TurnPair, tense: Tense, *, rules: ChangeRules = DEFAULT_RULES) -> bool:
    """Tell whether the hit further down belongs before the other, given that the newer of them tells a change."""
    if tense is Tense.OPEN:
        return False
    if pair.is_linked and pair.ratio >= rules.least_beside:
        return True
    if tense is not Tense.NOW:
        return False
    is_shared = pair.shared >= rules.least_shared and pair.ratio >= rules.least_beside_now
    return is_shared or pair.ratio >= rules.least_beside_alone


def share_of(one: Told, other: Told, weights: Mapping[str, float]) -> float:
    """Return how much of the question's words that `one` holds `other` holds too, 0..1."""
    held = [token for token in weights if token in one.words]
    whole = sum(weights[token] for token in held)
    return sum(weights[token] for token in held if token in other.words) / whole if whole else 0.0


def _telling(text: str) -> Iterator[str]:
    for kind, piece in tokens.pieces(text):
        if kind is TokenKind.RUN:
            yield from (tokens.fold_kana(name) for name in _NAME.findall(piece))
        elif kind is TokenKind.WORD and len(word := tokens.word_tokens(piece)[0]) > 2 and not is_grammar(word):
            yield word
