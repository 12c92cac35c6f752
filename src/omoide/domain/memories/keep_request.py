"""Whether someone asks for a thing to be kept in mind for good (LTM 保護記憶; SPEC M10).

A request protects; a report of one (「忘れないでって言われた」, "she said don't forget"), thanks for one and a question
do not.  Where the words leave it open, the request is believed: an owner can release a memory, but not unforget it.
"""

import re
import unicodedata
from typing import Final

LONGEST_READ: Final = 20_000
"""Characters looked at; a request stands at the edge of a text, never deep inside a document."""

_REQUEST_JA: Final = re.compile(
    r"(?:覚|憶|おぼ)え(?:て(?:おいて|いて|てね|てよ|てほし|て欲し|てくださ|てくれ)|といて|とって(?:ね|よ|くれ|ほし)|ておけよ?|とけよ?)"
    r"|記憶し(?:て(?:おいて|くださ|ほし|欲し|くれ|ね|[。!、\s]|$)|といて)"
    r"|忘れ(?:ないで|んで(?=ね|よ|ほし|くれ|[。!、\s]|$)|んといて|ずにいて|るな(?=よ|[。!、\s]|$)|ちゃだめ|ちゃダメ|たらだめ|たらあか)"
)
_NO_REQUEST_AFTER_JA: Final = re.compile(
    r"[」』\"'”]?\s?(?:って|と|とか)\s?"
    r"(?:(?:何度も|ずっと|強く|母|父|先生|上司|彼|彼女|みんな)\S{0,3})?"
    r"(?:言[わっいう]|いわれ|いっ[たて]|頼[まん]|書[かい]|伝え[らた]|念を|釘を|怒られ|叱られ|い[うっ]|曲|歌|映画|本|題)"
    r"|くれ(?:た|てた|てて|てありが|てい|とった|て嬉|てうれ|て助|てよかった)"
    r"|(?:よ|良)かった|お[くこき]|い(?:る|た|ます|よう)|損は|ほし(?:くな|かった)|欲し(?:くな|かった)|も(?:いい|らっ|らえ)|なんて"
    r"|[^。!\n]{0,12}ありがと"
)
_LEAD_EN: Final = (
    r"(?:^|[.!?;:,\n]\s{0,3}|[-–—]\s{1,3}|\b(?:and|so|also|just|but|always|ok|okay|hey|now|must|should|want you to|"
    r"need you to|like you to|(?P<polite>please|pls|(?:can|could|will|would) you(?: please)?))\s{1,3})"
)
_REQUEST_EN: Final = re.compile(
    _LEAD_EN + r"(?:(?:remember|memori[sz]e)\s{0,3}(?::|(?:this|that|these|it|the following|my|our|forever)\b"
    r"(?!\s+(?:time|day|when|night|guy|girl|one)\b))"
    r"|(?:don't|do not|dont|never)\s+(?:you\s+)?(?:ever\s+)?forget\b|keep (?:this|that|it) in mind"
    r"|make sure (?:you|to) (?:remember|don't forget|never forget))",
    re.IGNORECASE,
)
_REPORT_BEFORE_EN: Final = re.compile(
    r"\b(?:said|says|saying|told|tells|asked|reminded|wrote|heard|called|titled|song|movie|i|we|he|she|they|you)\b[^.!?\n]{0,24}$",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[.!?\n]|$")


def asks_to_be_kept(text: str) -> bool:
    """Tell whether the text asks, in Japanese or English, to remember something and never lose it."""
    folded = unicodedata.normalize("NFKC", _edges(text)).replace("’", "'")
    return _asks_in_japanese(folded) or _asks_in_english(folded)


def _edges(text: str) -> str:
    half = LONGEST_READ // 2
    return text if len(text) <= LONGEST_READ else f"{text[:half]}\n{text[-half:]}"


def _asks_in_japanese(folded: str) -> bool:
    return any(
        _NO_REQUEST_AFTER_JA.match(folded, match.end()) is None and not _is_reported_quote(folded, match)
        for match in _REQUEST_JA.finditer(folded)
    )


def _is_reported_quote(folded: str, match: re.Match[str]) -> bool:
    """Tell whether the words stand inside a quotation that somebody is said to have uttered."""
    opened = max(folded.rfind("「", 0, match.start()), folded.rfind("『", 0, match.start()))
    if opened < 0 or re.search(r"[」』]", folded[opened : match.start()]):
        return False
    closing = re.search(r"[」』]", folded[match.end() : match.end() + 60])
    return closing is not None and _NO_REQUEST_AFTER_JA.match(folded, match.end() + closing.start()) is not None


def _asks_in_english(folded: str) -> bool:
    for match in _REQUEST_EN.finditer(folded):
        before = folded[max(0, match.start() - 60) : match.start() + 1]
        end = _SENTENCE_END.search(folded, match.end())
        is_question = end is not None and end.group() == "?" and match.group("polite") is None
        if not is_question and _REPORT_BEFORE_EN.search(_clause(before, match)) is None:
            return True
    return False


def _clause(before: str, match: re.Match[str]) -> str:
    """Return the words before the request that may introduce a report: none after a full stop or a polite lead."""
    lead = match.group()[:1]
    return "" if match.group("polite") or lead in ".!?;\n" else before
