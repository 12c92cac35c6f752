"""Keywords of a text without a model: names and nouns, the rarer the better (LTM: 固有名詞、技術用語、重要な概念を優先).

Japanese nouns are found by their script: runs of kanji, katakana or Latin letters, what stands in quotation marks, and
kana words before a particle.  Everyday words weigh little; names, terms and numbers with their counters weigh more.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Final

from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.text.tokens import SPACED_LETTER

LONGEST_READ: Final = 6000
_LETTER: Final = SPACED_LETTER
_KANJI: Final = "\u3400-\u4dbf\u4e00-\u9fff々"
_JA: Final = re.compile(
    rf"「(?P<quoted>[^「」\n]{{2,16}})」"
    rf"|(?P<titled>(?:[{_KANJI}]{{1,4}}|[ァ-ヺー]{{2,8}}|(?<![ぁ-ん{_KANJI}])[ぁ-ん]{{2,4}}?)(?:さん|ちゃん|くん|君|先生|先輩|部長|社長|課長))"
    rf"|(?P<number>\d[\d,.]*(?:[{_KANJI}ヶか]{{1,2}}|キロ|ミリ|メートル|パーセント|[%％A-Za-z]{{1,3}})?)"
    rf"|(?P<latin>{_LETTER}(?:{_LETTER}|[0-9+#.'-])*(?:{_LETTER}|[0-9+#])|[A-Z])"
    rf"|(?P<katakana>[ァ-ヺー・]{{2,}}(?:[{_KANJI}]{{1,4}})?)"
    rf"|(?P<kanji>[{_KANJI}]{{2,8}}(?:[ァ-ヺー]{{2,}})?|[{_KANJI}](?=[がをはにのもと、。\s]|$))"
    r"|(?:(?<=[。、！？!?\s「」])|^)(?P<kana>[ぁ-ゖ]{1,5}?(?![でにはがをのもとてかねよなたい])[ぁ-ゖ])(?=が|を|は|に|の|も|って)"
)
_EN: Final = re.compile(
    rf"(?P<number>\d[\d,.:]*(?:%|[a-z]{{1,4}}\b)?)|(?P<word>{_LETTER}(?:{_LETTER}|[0-9+#'-])*(?:\.[a-z]{{2,4}}\b)?)"
)
_OKURIGANA: Final = "っいうくぐすつぬぶむるえけせてねべめれげぜりきちみ"
"""Kana that continue a verb or adjective; particles, and し, which makes a noun a verb, are not among them."""
_WORTH_JA: Final = {
    "quoted": 2.2, "titled": 2.2, "number": 1.1, "latin": 2.0, "katakana": 1.8, "kanji": 1.5, "kana": 0.8,
}  # fmt: skip


@remembered  # a turn's sentences are weighed for its gist, its keywords and its feeling
def weighted_terms(text: str, *, language: Language) -> Mapping[str, float]:
    """Return the text's terms with their weights, in the order in which they first appear."""
    read = unicodedata.normalize("NFKC", text[:LONGEST_READ]).replace("’", "'")
    found: dict[str, float] = {}
    for match in (_JA if language is Language.JA else _EN).finditer(read):
        kind = match.lastgroup or ""
        term = _bare(match.group(kind).strip("・-'.,"), kind, after=read[match.end() : match.end() + 2])
        weight = (
            _weight_ja(term, kind) if language is Language.JA else _weight_en(term, kind, at=match.start(), text=read)
        )
        if weight > 0:
            found[term] = found[term] + 0.5 * weight if term in found else weight
    return found


def keywords(text: str, *, language: Language, most: int = 5) -> tuple[str, ...]:
    """Return the weightiest terms, the first mentioned first among equals; empty for a text without any."""
    terms = weighted_terms(text, language=language)
    ranked = sorted(terms, key=lambda term: -terms[term])
    chosen: list[str] = []
    for term in ranked:
        if not any(term.lower() in other.lower() or other.lower() in term.lower() for other in chosen):
            chosen.append(term)
    return tuple(chosen[:most])


def names_and_numbers(text: str, *, language: Language) -> tuple[str, ...]:
    """Return what must survive a summary: names, terms, quoted titles and numbers."""
    terms = weighted_terms(text, language=language)
    return tuple(term for term, weight in terms.items() if weight >= 1.75 or term[0].isdigit())


def _bare(term: str, kind: str, *, after: str) -> str:
    """Return a run without the everyday word before it (昨日母 is 母) and the stem of a verb behind it (片目入れ is 片目)."""
    inflects = after[:1] and after[:1] in _OKURIGANA and after not in ("する", "すれ")
    if kind in ("kanji", "katakana") and len(term) > 2 and inflects and re.match(rf"[{_KANJI}]", term[-1]):
        term = term[:-1]
    if kind == "kanji":
        for length in (3, 2):
            if len(term) > length and term[:length] in common_words(Language.JA):
                return term[length:]
    return term


def _weight_ja(term: str, kind: str) -> float:
    if not term or term in common_words(Language.JA):
        return 0.0
    if kind == "latin" and term.lower() in common_words(Language.EN):
        return 0.0
    if kind == "kanji" and len(term) == 1:
        return 0.9
    if kind == "number" and term.isdigit() and len(term) == 1:
        return 0.0
    return _WORTH_JA[kind] + 0.05 * min(len(term), 8)


def _weight_en(term: str, kind: str, *, at: int, text: str) -> float:
    if kind == "number":
        return 1.1
    if len(term) < 2 or term.lower() in common_words(Language.EN):
        return 0.0
    begins_sentence = re.search(r"(?:^|[.!?\n\"“]\s{0,3})$", text[max(0, at - 5) : at]) is not None
    is_name = term[0].isupper() and (not begins_sentence or not term[1:].islower())
    is_verb_or_adverb = term.lower().endswith(("ed", "ing", "ly"))
    return (2.0 if is_name or not term.isalpha() else 0.6 if is_verb_or_adverb else 1.0) + 0.06 * min(len(term), 10)


@lru_cache(maxsize=2)
def common_words(language: Language) -> frozenset[str]:
    """Return the everyday words that tell nothing about a text."""
    source = resources.files("omoide.domain.understanding").joinpath("words", f"common_{language.value}.txt")
    return frozenset(source.read_text(encoding="utf-8").split())
