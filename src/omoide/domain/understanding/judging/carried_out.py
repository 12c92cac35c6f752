"""Carried out: a sentence tells an errand's own verb as something that has happened (SPEC S1).

`book the MOT` and "The MOT is booked for the ninth", 「車検の予約」 and 「車検、9日に予約入れた」.  Whether the sentence speaks of the same
things, and asks or denies nothing, is for whoever asks.
"""

import re
from typing import Final

from omoide.domain.text.inflections import BASE_OF
from omoide.domain.text.tokens import word_tokens

_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?", re.IGNORECASE)
_OWED_VERB_JA: Final = re.compile(
    r"(?P<verb>[\u3400-\u9fff])[\u3041-\u3096]{0,3}?(?:ないと|なきゃ|なくちゃ|なければ|んと)|(?P<last>[\u3400-\u9fff])[\u3041-\u3096]{0,2}[うくぐすつぬぶむる]$"
)
_DEED_JA: Final = re.compile(r"(?P<deed>[\u3400-\u9fff々ァ-ヺー]{2,})(?:を?(?:し|す|せ)\S*|)$")
"""What is done by a noun: 予約, 注文."""
_TOLD_JA: Final = r"[\u3041-\u3096]{0,3}?(?:た|だ|ました)(?![いらめりが])"
_DONE_JA: Final = (
    r"(?:を|は|も|が|、)?(?:済み|済んだ|完了"
    r"|(?:して?(?:き|お[いき]|と[いき]|もら[いっ])?|でき|入れ|取れ?っ?|とれ?っ?|済ませ?|終わっ?)(?:た|ました))"
)


def own_verb(errand: str) -> str:
    """Return the verb with which an English errand begins; of a Japanese one nothing, where it is spelt alike when it is done."""
    first = _WORD.match(errand)
    return first[0] if first else ""


def told_verb(errand: str, sentence: str) -> str:
    """Return the words of a sentence that tell the errand's own verb as done; none: empty."""
    if verb := own_verb(errand):
        return _told_en(verb, sentence)
    patterns = [f"{re.escape(found['deed'])}{_DONE_JA}" for found in _DEED_JA.finditer(errand)]
    patterns += [f"{found['verb'] or found['last']}{_TOLD_JA}" for found in _OWED_VERB_JA.finditer(errand)]
    told = (re.search(pattern, sentence) for pattern in patterns)
    return next((match[0] for match in told if match), "")


def _told_en(verb: str, sentence: str) -> str:
    wanted = word_tokens(verb.lower())
    for match in _WORD.finditer(sentence):
        word = match[0].lower()
        is_past = word in BASE_OF or word.endswith("ed")
        if is_past and word != verb.lower() and word_tokens(word) == wanted:
            return match[0]
    return ""
