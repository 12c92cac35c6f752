"""Whether someone asks for a thing to be kept in mind for good (LTM 保護記憶; SPEC M10).

A request protects when it is the speaker's own word to the persona.  A report of one (「忘れないで、って母に言われた」,
"she said don't forget"; see `reported_speech`), thanks for one and a question do not.  Where the words leave it open, the
request is believed: an owner can release a memory, but not unforget it.
"""

import re
import unicodedata
from typing import Final

from omoide.domain.text.excerpt import edges
from omoide.domain.text.reported_speech import is_reported_in_english, is_reported_in_japanese

LONGEST_READ: Final = 20_000
"""Characters looked at; a request stands at the edge of a text, never deep inside a document."""

_REQUEST_JA: Final = re.compile(
    r"(?:覚|憶|おぼ)え(?:て(?:おいて|いて|てね|てよ|てほし|て欲し|てくださ|てくれ)|といて|とって(?:ね|よ|くれ|ほし)|ておけよ?|とけよ?)"
    r"|記憶し(?:て(?:おいて|くださ|ほし|欲し|くれ|ね|[。!、\s]|$)|といて)"
    r"|忘れ(?:ないで|んで(?=ね|よ|ほし|くれ|[。!、\s]|$)|んといて|ずにいて|るな(?=よ|[。!、\s]|$)|ちゃだめ|ちゃダメ|たらだめ|たらあか)"
)
_NO_REQUEST_AFTER_JA: Final = re.compile(
    r"くれ(?:た|てた|てて|てありが|てい|とった|て嬉|てうれ|て助|てよかった)"
    r"|(?:よ|良)かった|お[くこき]|い(?:る|た|ます|よう)|損は|ほし(?:くな|かった)|欲し(?:くな|かった)|も(?:いい|らっ|らえ)|なんて"
    r"|[^。!\n]{0,12}ありがと"
)
_LEAD_EN: Final = (
    r"(?P<lead>^|[.!?;:,\n]\s{0,3}|[-–—]\s{1,3}|\bi (?:said|say)\s{1,3}|\b(?:and|so|also|just|but|always|ok|okay|hey|now"
    r"|must|should|want you to|need you to|like you to|(?P<polite>please|pls|(?:can|could|will|would) you(?: please)?))\s{1,3})"
)
_REQUEST_EN: Final = re.compile(
    _LEAD_EN + r"(?:(?:remember|memori[sz]e)\s{0,3}(?::|(?:this|that|these|it|the following|my|our|forever)\b"
    r"(?!\s+(?:time|day|when|night|guy|girl|one)\b))"
    r"|(?:don't|do not|dont|never)\s+(?:you\s+)?(?:ever\s+)?forget\b|keep (?:this|that|it) in mind"
    r"|make sure (?:you|to) (?:remember|don't forget|never forget))",
    re.IGNORECASE,
)
_SUBJECT_EN: Final = re.compile(r"\b(?:i|we|he|she|they|you|who|it)(?:'\w{1,2})?(?: \w+){0,2}\s{0,3}$", re.IGNORECASE)
"""Whoever does it himself: I just never forget, they always remember this."""
_STOPS: Final = tuple(".!?;\n")
_CONJUNCTION_EN: Final = re.compile(r"(?:and|so|also|but|ok|okay|hey|now)\b", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(r"[.!?\n]|$")


def asks_to_be_kept(text: str) -> bool:
    """Tell whether the text asks, in Japanese or English, to remember something and never lose it."""
    folded = unicodedata.normalize("NFKC", edges(text, longest=LONGEST_READ)).replace("’", "'")
    return _asks_in_japanese(folded) or _asks_in_english(folded)


def _asks_in_japanese(folded: str) -> bool:
    return any(
        _NO_REQUEST_AFTER_JA.match(folded, match.end()) is None
        and not is_reported_in_japanese(folded, match.start(), match.end())
        for match in _REQUEST_JA.finditer(folded)
    )


def _asks_in_english(folded: str) -> bool:
    return any(
        not _is_question(folded, match) and not _is_statement(folded, match) and not _is_report(folded, match)
        for match in _REQUEST_EN.finditer(folded)
    )


def _is_question(folded: str, match: re.Match[str]) -> bool:
    end = _SENTENCE_END.search(folded, match.end())
    return end is not None and end.group() == "?" and match.group("polite") is None


def _is_statement(folded: str, match: re.Match[str]) -> bool:
    """Tell whether the words have a subject; `you must` and `I want you to` ask all the same."""
    lead = match.group("lead").lower()
    if match.group("polite") or not lead[:1].isalpha():
        return False
    subject = _SUBJECT_EN.search(folded, max(0, match.start() - 40), match.start())
    if subject is None:
        return False
    word = subject.group().lower()
    if "you to" in lead:
        return not word.startswith(("i", "we"))
    return not (word.startswith("you") and lead.startswith(("must", "should", "always", "just")))


def _is_report(folded: str, match: re.Match[str]) -> bool:
    """Tell whether someone else said it."""
    start = match.end("lead")
    said = folded[start:] if _goes_on(folded, match) else folded
    shift = len(folded) - len(said)
    return is_reported_in_english(said, start - shift, match.end() - shift)


def _goes_on(folded: str, match: re.Match[str]) -> bool:
    """Tell whether the speaker goes on for himself, whatever was said before: a full stop, `please`, or `, so`."""
    lead = match.group("lead")
    if match.group("polite") or lead[:1] in _STOPS:
        return True
    return _CONJUNCTION_EN.match(lead) is not None and folded[: match.start()].rstrip().endswith(",")
