"""What of somebody's words is quoted: the most telling sentences, letter by letter, never more than asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide.domain.text.language import Language, detect
from omoide.domain.understanding.telling.gist import sentences
from omoide.domain.understanding.telling.keywords import keywords, weighted_terms

LONGEST_READ: Final = 4000
LEAST_NAME: Final = 2.0
"""The weight of a name among English terms."""
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(‘“'\"])(?:St|Mr|Mrs|Ms|Dr|Prof|Rev|Sgt|Capt|Lt|Gen|Col|Sr|Jr|Mt|Ft|No|vs|approx|e\.g|i\.e|[A-Z])\.$"
)
_INSIDE: Final = re.compile(r"[「“]([^「」“”]*)[」”]")
_QUESTION: Final = re.compile(r"[？?]\s*$|(?:だろうか|でしょうか|ですか|ますか)[。\s]*$|教えて")
_REQUEST: Final = re.compile(
    r"(?:て(?:くれ|ほしい|欲しい|ください|くれない|もらえ)|といて|ておいて|お願い)[ねよな。！!？?\s]*$"
    r"|\b(?:please|could you|can you|would you)\b",
    re.IGNORECASE,
)


class Utterance(StrEnum):
    """What somebody does with their words."""

    TELLS = "tells"
    ASKS = "asks"
    REQUESTS = "requests"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of somebody, and what they do."""

    words: str
    saying: Utterance


def quoted(text: str, *, longest: int) -> Quote | None:
    """Return the most telling words of a text; `None` when it holds none (code, blanks)."""
    language = detect(text)
    parts = _whole(sentences(text[:LONGEST_READ]))
    if not parts:
        return None
    worth = [_worth(part, place, language) for place, part in enumerate(parts)]
    best = max(range(len(parts)), key=lambda place: worth[place])
    chosen = [best]
    for place in sorted(range(len(parts)), key=lambda place: -worth[place]):
        if place not in chosen and len(_said(parts, [*chosen, place], language)) <= longest:
            chosen.append(place)
    words = _shortened(_unquoted(_said(parts, chosen, language)), longest=longest)
    return Quote(words, _saying(parts[max(chosen)])) if words else None


def subject(text: str) -> str:
    """Return the word that tells best what a text is about; nothing when no word does."""
    language = detect(text)
    terms = weighted_terms(text[:LONGEST_READ], language=language)
    found = [
        word for word in keywords(text[:LONGEST_READ], language=language, most=3) if _names(word, terms[word], language)
    ]
    return found[0] if found else ""


def subject_of_told(sentence: str) -> str:
    """Return the word that tells best what a told sentence is about: one that was said, where it quotes."""
    return subject(" ".join(_INSIDE.findall(sentence)) or sentence)


def _names(word: str, weight: float, language: Language) -> bool:
    """Tell whether a word tells by itself what was spoken of; an English one only as a name, for any other may be a verb."""
    if language is Language.EN:
        return weight >= LEAST_NAME and "'" not in word and not word[0].isdigit()
    return len(word) > 1 or not word.isascii()


def _worth(part: str, place: int, language: Language) -> float:
    rare: float = sum(weighted_terms(part, language=language).values()) ** 0.5
    return rare + 0.02 * min(len(part), 40) + (0.3 if part[-1:] in "！!" else 0.0) + (0.3 if place == 0 else 0.0)


def _whole(parts: Sequence[str]) -> list[str]:
    """Return the sentences, those put together again that were cut behind an abbreviation: St. Louis, Mrs. Dalloway."""
    whole: list[str] = []
    for part in parts:
        if whole and _ABBREVIATED.search(whole[-1]):
            whole[-1] = f"{whole[-1]} {part}"
        else:
            whole.append(part)
    return whole


def _said(parts: Sequence[str], chosen: Sequence[int], language: Language) -> str:
    """Return the chosen sentences in their order; what was left out between two of them is marked."""
    told = ""
    before: int | None = None
    for place in sorted(chosen):
        gap = "" if before is None else " " if language is Language.EN else ""
        left_out = " … " if language is Language.EN else "…"
        told += (left_out if before is not None and place > before + 1 else gap) + _ended(parts[place], language)
        before = place
    return told


def _ended(part: str, language: Language) -> str:
    return part if language is Language.EN or part[-1:] in "。！？!?」』…" else f"{part}。"


def _unquoted(text: str) -> str:
    """Return words that can stand in quotation marks: without the same marks inside, and without a full stop at the end."""
    plain = text.replace("「", "『").replace("」", "』").replace("“", "‘").replace("”", "’").replace('"', "'")
    return re.sub(r"(?:。|(?<!\.)\.)$", "", plain.strip())


def _shortened(words: str, *, longest: int) -> str:
    """Return the words, or the clauses of them that fit; of a long clause the words that fit."""
    if len(words) <= longest:
        return words
    cuts = [max(words.rfind(mark, 0, longest - 1) for mark in marks) for marks in ("。！？.!?、,;，—", " ")]
    cut = next((cut for cut in cuts if cut >= longest // 2), longest - 1)
    return words[: cut + (words[cut : cut + 1] in "！？!?")].rstrip("。、.,;，—… ") + "…"


def _saying(sentence: str) -> Utterance:
    if _QUESTION.search(sentence):
        return Utterance.ASKS
    return Utterance.REQUESTS if _REQUEST.search(sentence) else Utterance.TELLS
