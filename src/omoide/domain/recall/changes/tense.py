"""Whether a cue asks how things are, how they were, or leaves it open (SPEC R4).

Who asks `Where do I live?` wants the last of all answers, who asks `Where did I live before?` an earlier one, and who asks
`What did she cook?` neither.  Only the last sentence is read: what stands before it tells, it does not ask.
"""

import re
from enum import StrEnum
from typing import Final

from omoide.domain.recall.cue import LONGEST_READ, asks_of_present


class Tense(StrEnum):
    """Of which time an answer is wanted."""

    PAST = "past"
    NOW = "now"
    """The cue says so: now, still, in the end."""
    STATE = "state"
    """It asks how something is, without saying when."""
    OPEN = "open"


_SENTENCE: Final = re.compile(r"[^。．.!！?？\n]+[。．.!！?？]*")
_PAST: Final = re.compile(
    r"以前|(?<![名午手駅目人日月年週間寝])前[はにの]|昔|最初|初め|もともと|もとの|元の|当時|かつて"
    r"|\b(?:used? to|original(?:ly)?|at first|first|before|back then|earlier|former(?:ly)?|previous(?:ly)?|in the past)\b",
    re.IGNORECASE,
)
_OUTCOME: Final = re.compile(
    r"どうなっ|どないなっ|具合|調子"
    r"|\b(?:or not|at all|in the end|after all|ever|finally|bec[ao]me of|turn(?:ed)? out|yet|how (?:is|are)|how's)\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r"[?？]\s*$|っけ\s*$|^\s*(?:so |and |but |hey,? )?(?:what|which|who|whom|whose|where|when|how|am|is|are|do|does|have|has|can|may)\b",
    re.IGNORECASE,
)
_AUXILIARY: Final = re.compile(
    r"\b(?:(am|is|are|do|does|have|has|can|may)|did|was|were|had|would|will|should|could|might)\b|(?<=\w)['’](s|re)\b",
    re.IGNORECASE,
)
_ENDED_JA: Final = re.compile(
    r"(?:[っいきしえけせてねめれび]た|んだ|った|でした)(?:の|ん|か|っけ|や|だ|です|かな|かいな)*[？?]?\s*$"
)
_WAS_JA: Final = re.compile(
    r"(?:[っいきしえけせてねめれび]た|んだ|った)のは(?:誰|だれ|どこ|どれ|どの|どっち|どちら|どなた|何|なに|なん|いつ)"
)
"""What was so stands before, what is asked at the end: 「習ってたのは何？」"""
_IS_SO_JA: Final = re.compile(
    r"(?:[うくぐすつぬぶむるい]|[てと]ん|いくら|何|なに|誰|だれ|どこ|いつ|どれ|何時|何曜日|どう|は|っけ)"
    r"(?:の|ん|か|な|ね|だ|や|っけ|です|ます)*[？?]?\s*$"
)
_DID: Final = re.compile(
    r"^\W*(?:(?:so|and|but|hey|wait|um|oh|well|ok|okay)\b\W*)*(?:did|have|has|was|were|had)\b", re.IGNORECASE
)
_WHICH: Final = re.compile(
    r"何|なに|なん(?:で|の|と)|いつ|どこ|どれ|どの|どっち|どちら|どう|どん|いくら|いくつ|誰|だれ"
    r"|\b(?:what|which|who|whom|whose|where|when|how|why)\b",
    re.IGNORECASE,
)
_KANA: Final = re.compile(r"[\u3041-\u309f]")


def tense_of(cue: str) -> Tense:
    """Return of which time a cue wants to know."""
    asked = _last_sentence(cue[-LONGEST_READ:])
    if _PAST.search(asked):
        return Tense.PAST
    if asks_of_present(asked):
        return Tense.NOW
    if not _ASKS.search(asked):
        return Tense.OPEN
    if _OUTCOME.search(asked):
        return Tense.NOW
    return Tense.STATE if (_is_so_ja(asked) if _KANA.search(asked) else _is_so(asked)) else Tense.OPEN


def asks_whether_it_was(cue: str) -> bool:
    """Tell whether a cue asks whether something happened or was done: `Did I post it?`, 「出したっけ？」."""
    asked = _last_sentence(cue[-LONGEST_READ:])
    if _WHICH.search(asked):
        return False
    return _ENDED_JA.search(asked) is not None and bool(_ASKS.search(asked)) if _KANA.search(asked) else _is_did(asked)


def _is_did(asked: str) -> bool:
    return _DID.search(asked) is not None and "?" in asked


def _last_sentence(cue: str) -> str:
    found = [sentence for sentence in _SENTENCE.findall(cue) if sentence.strip()]
    return found[-1].strip() if found else ""


def _is_so(asked: str) -> bool:
    first = _AUXILIARY.search(asked)
    return first is None or bool(first[1] or first[2])


def _is_so_ja(asked: str) -> bool:
    is_past = _ENDED_JA.search(asked) or _WAS_JA.search(asked)
    return not is_past and _IS_SO_JA.search(asked) is not None
