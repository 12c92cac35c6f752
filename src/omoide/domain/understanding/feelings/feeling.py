"""Reads a feeling from a text by its cues: words, marks, length (LTM 感情分類システム, 判定手がかり).

Words carry a valence, an arousal and a tag; negation turns them; marks and shortness raise arousal, ellipses and long calm
text lower it.  English valence is VADER's (Hutto and Gilbert 2014) beside our own words.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from omoide.domain.feelings.emotion import NEGATIVE_TAGS, POSITIVE_TAGS, EmotionTag
from omoide.domain.text.language import Language
from omoide.domain.understanding.feelings.word_lists import LONGEST_READ, Hit, fold, word_list

_NEGATED_JA: Final = re.compile(
    r"(?:い|き|み|だ|な|さ|そう)?(?:く|じゃ|では|で|が|は|も|とか|し|せ|や|でも|には|に)?(?:は|も)?"
    r"(?:な(?:い(?!\?)|か|く[てた、]|し[。、!\s])|いら(?:ん|な)|ません|へん|ん(?=[。、!\s]|かった|$))"
)
_NEGATED_EN: Final = re.compile(r"(?:\b(?:not|no|never|without|hardly|nothing)|n't|\bcannot)\b(?:\s+\w+){0,2}\s*$")
_PATTERNS_JA: Final = (
    ("gratitude", 0.8, 0.0, re.compile(r"[てで](?:くれ|くださ|もら[えっ]|いただ)")),
    ("regret", -0.6, 0.0, re.compile(r"(?:てしま|ちゃっ|じゃっ)[いた]")),
    ("frustration", -0.5, 0.5, re.compile(r"[えけせねべめれげぜ](?:ん|ない|ません)(?:かった)?(?=[。!\s]|$)")),
    ("anxiety", -0.3, 0.3, re.compile(r"(?:ない|ん)と(?:いけ|いか|まず|やば|[。!\s]|$)|なきゃ|せんなん")),
    ("surprise", 0.2, 1.5, re.compile(r"(?:^|[。!?\s])(?:え|は)[っ、!?]|[!?]{2,}.*\?|だと\?")),
    ("joy", 0.8, 0.5, re.compile(r"(?:笑|w)(?=[\s。!]|$)|[^a-z]w+(?=$|\s)")),
    ("-", 0.8, 0.0, re.compile(r"(?:[たよねだやい]|って)!")),
    ("-", -0.4, 0.0, re.compile(r"[3-9]回目|\d\d回目|何回も|何度も")),
    (
        "-",
        -0.4,
        0.0,
        re.compile(r"のに(?=[。!\s]|$)|くせに|ばっか(?:り)?(?=[。!\s]|$)|しか[^。]{1,8}(?:ない|ん)(?=[。!\s]|$)"),
    ),
    ("-", 0.6, 0.5, re.compile(r"[〜~ー](?=[。!\s]|$)|♪")),
    ("-", -0.3, -1.0, re.compile(r"(?:\.\.\.|・・・)\s*$")),
)
_FLAT: Final = re.compile(
    r"^(?:うん|はい|了解|わかった|おけ|ok|okay|yes|no|ok\.)[。.!]?$|おやすみ|寝る(?:わ|ね)?[。\s]*$|風呂(?:入って|いって)|行ってくる|いってくる|"
    r"(?:に|と)する(?:わ|ね|つもり)?[。\s]*$|しておく|やっておく|やっとく|^/\w"
)
_OWN: Final = {
    Language.JA: re.compile(
        r"(?:^|(?<=[。、!?\s]))(?:私|わたし|あたし|僕|ぼく|俺|おれ)(?:も|は|まで)、?"
        r"([^。!?\n]{1,24}?(?:です|だよ|だった|[いた])(?:です)?(?:よ|な|なあ|なぁ)?)(?=[。!\n]|$)"
    ),
    Language.EN: re.compile(
        r"\bi(?:'m|\sam|\swas|\s(?:really\s|truly\s)?(?:feel|felt))\s"
        r"((?:(?:so|really|very|truly|also|quite)\s)?(?!sorry|afraid)[a-z]+(?:\s(?:for|about|with|that)\s[^.!?\n]{1,40})?)"
        r"(?!\sto\b)(?=[.!,\n]|\s(?:too|you|for|about)\b|$)"
    ),
}
"""A clause in which the speaker, named, is what is felt."""
_FAINT: Final = 0.2
"""Of VADER's -1..1."""
_STRONG: Final = re.compile(
    r"めっちゃ|めちゃ|すごく|すごい|超|とても|本当に|ほんとに|ほんと|マジ|まじ|ガチ|すぎ|一番|いちばん|絶対|全部|"
    r"\b(?:very|so|really|extremely|totally|absolutely|never|always|ever)\b"
)


@dataclass(frozen=True, slots=True)
class CueReading:
    """What the cues of one text say together."""

    good: float
    """Weight of the pleasant cues, 0.."""
    bad: float
    """Weight of the unpleasant cues, 0.."""
    stir: float
    """What the words add to or take from arousal."""
    tags: dict[EmotionTag, float]

    @property
    def strength(self) -> float:
        """Return how much feeling there is, whichever, 0..1."""
        return math.tanh((self.good + self.bad) / 5.0)


def read_feeling(text: str, *, language: Language) -> CueReading:
    """Return what the text's cues say; nothing for a text without cues."""
    folded = fold(text)
    cues = [*_word_cues(folded, language), *_pattern_cues(folded, language)]
    good = sum(valence for _, valence, _ in cues if valence > 0)
    bad = -sum(valence for _, valence, _ in cues if valence < 0)
    if language is Language.EN:
        good, bad = _with_vader(text, good, bad)
    tags: dict[EmotionTag, float] = {}
    for label, valence, stir in cues:
        for tag in _tags_of(label):
            tags[tag] = tags.get(tag, 0.0) + max(abs(valence), abs(stir) / 2, 0.5)
    return CueReading(good, bad, sum(stir for _, _, stir in cues), tags)


@lru_cache(maxsize=256)
def _tags_of(label: str) -> tuple[EmotionTag, ...]:
    """Return the tags of a list's label: one, several joined by `+`, or none (`-`)."""
    return tuple(EmotionTag(name) for name in label.split("+") if name != "-")


def _word_cues(folded: str, language: Language) -> Iterable[tuple[str, float, float]]:
    for hit in word_list("feelings", language).find(folded):
        valence, stir = hit.entry.weights
        if not _is_negated(folded, hit, language):
            yield hit.entry.label, valence, stir
        elif valence > 0:
            yield "-", -0.8 * valence, 0.0
        else:
            yield "-", -0.3 * valence, 0.0


def _is_negated(folded: str, hit: Hit, language: Language) -> bool:
    if language is Language.JA:
        return _NEGATED_JA.match(folded, hit.end) is not None
    return _NEGATED_EN.search(folded[max(0, hit.start - 24) : hit.start]) is not None


def _pattern_cues(folded: str, language: Language) -> Iterable[tuple[str, float, float]]:
    if language is Language.JA:
        for label, valence, stir, pattern in _PATTERNS_JA:
            if pattern.search(folded):
                yield label, valence, stir


def _with_vader(text: str, good: float, bad: float) -> tuple[float, float]:
    """Return our own weights beside VADER's; its faint leanings, which plain statements have as well, count for nothing."""
    compound = float(_vader().polarity_scores(text[:LONGEST_READ])["compound"])
    clear = math.copysign(max(0.0, abs(compound) - _FAINT) / (1.0 - _FAINT), compound)
    return 0.6 * good + 3.0 * max(0.0, clear), 0.6 * bad + 3.0 * max(0.0, -clear)


@lru_cache(maxsize=1)
def _vader() -> Any:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    return SentimentIntensityAnalyzer()


def own_feeling(answer: str, *, language: Language) -> EmotionTag | None:
    """Return what whoever answers says to feel themselves; `None` unless they say so of themselves, in the first person.

    Only what is said of oneself is sure: "that must be hard" and 「うれしいね」 are about the other, "I'm happy to help",
    "I'm sorry" and "I'm afraid" are manners.
    """
    weights: dict[EmotionTag, float] = {}
    for clause in _OWN[language].findall(fold(answer)):
        for label, valence, _ in _word_cues(clause, language):
            for tag in _tags_of(label):
                weights[tag] = weights.get(tag, 0.0) + abs(valence)
    return max(weights, key=lambda tag: weights[tag], default=None)


def is_flat(text: str) -> bool:
    """Tell whether the text is a mere acknowledgement, good night or plan, which says nothing about feeling."""
    return _FLAT.search(fold(text).strip()) is not None


def marks_of_arousal(text: str) -> float:
    """Return what marks and length add to arousal: 「！」, repetition and shortness raise it, 「……」 and length lower it."""
    folded = fold(text)
    exclamations = min(folded.count("!"), 4)
    raised = 18.0 * math.sqrt(exclamations) + 3.0 * min(folded.count("?"), 2) * (exclamations > 0)
    raised += 4.0 * min(len(_STRONG.findall(folded)), 3)
    raised += 6.0 if re.search(r"\b[A-Z]{4,}\b.*\b[A-Z]{3,}\b", text) else 0.0
    raised += 8.0 if exclamations and len(folded) <= 25 else 0.0
    lowered = 5.0 * min(folded.count("...") + folded.count("・・・"), 2) + (4.0 if len(folded) > 300 else 0.0)
    return raised - lowered


def chosen_tags(tags: dict[EmotionTag, float], *, balance: float, most: int = 3) -> tuple[EmotionTag, ...]:
    """Return the strongest tags that fit the valence, at most `most`."""
    against = NEGATIVE_TAGS if balance > 0.15 else POSITIVE_TAGS if balance < -0.15 else frozenset()
    kept = {tag: weight * (0.5 if tag in against else 1.0) for tag, weight in tags.items()}
    best = max(kept.values(), default=0.0)
    ranked = sorted(kept.items(), key=lambda item: -item[1])
    return tuple(tag for tag, weight in ranked if weight >= 0.5 * best and weight >= 0.5)[:most]
