"""Whom a clause is about: a pronoun or a dropped subject points to the person last named in the talk (SPEC X3).

A person is named by a kin word, by a title, or by a name that is known or that the reader marks.  `she` is never a brother.  Where nobody
was named, nobody is meant: the user least of all.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final

from omoide.domain.text.language import Language
from omoide.domain.understanding.beliefs.names import kin
from omoide.domain.understanding.telling.keywords import common_words


def _kin() -> dict[tuple[str, str], str]:
    source = resources.files("omoide.domain.understanding").joinpath("words", "kin.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in source.splitlines() if line and not line.startswith("#")]
    return {(whom, language): "|".join(sorted(words.split(), key=len, reverse=True)) for whom, language, words in lines}


_KIN: Final = _kin()
_ANY_EN: Final = "|".join(_KIN[whom, "en"] for whom in ("she", "he", "one"))
_JA: Final = re.compile(
    rf"(?P<she>{_KIN['she', 'ja']})|(?P<he>{_KIN['he', 'ja']})|(?P<one>{_KIN['one', 'ja']})"
    r"|(?P<name>[\u3400-\u9fff々]{1,4}(?:さん|ちゃん|くん|君(?=[はがをにのもと、])|先生|先輩)|[ァ-ヺー]{2,8}(?:さん|ちゃん|くん|先生))"
)
_EN: Final = re.compile(
    rf"\b(?:(?P<she>{_KIN['she', 'en']})|(?P<he>{_KIN['he', 'en']})|(?P<one>{_KIN['one', 'en']}))\b",
    re.IGNORECASE,
)
_CAPITAL: Final = re.compile(
    r"(?<![.!?…\n\"“] )(?<!^)(?<!\w)[A-Z][a-z]{2,}(?![a-z])"
    r"|(?:^|(?<=[.!?] ))[A-Z][a-z]{2,}(?='s |’s | and I\b| (?:is|was|has|had|said|says|got|came|wants|will)\b)"
)
"""A capital inside a sentence, or one that opens it and is followed as a name is."""
_NO_PERSON: Final = frozenset(
    {
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "January",
        "February",
        "March",
        "April",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "Christmas",
        "Easter",
        "Halloween",
        "English",
        "French",
        "German",
        "Spanish",
        "Japanese",
        "Chinese",
        "Italian",
        "Polish",
        "Today",
        "Tomorrow",
        "Yesterday",
        "God",
    }
)
BEINGS: Final = ("person", "animal")
"""Types of names that a belief can be about."""
_PRONOUN: Final = re.compile(
    r"^(?P<she>she|her|hers|彼女)(?:'s|’s|'d|'ll|が|は|の|も)?$|^(?P<he>he|him|his|彼)(?:'s|’s|'d|'ll|が|は|の|も)?$"
    r"|^(?P<one>they|them|their|it|its|あの[人子]|あいつ|こいつ|そいつ|その[人子]|この[人子]|本人)(?:'s|’s|'re|が|は|の|も)?$",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(r"^(?:my|our|the|his|her|うちの|俺の|私の|僕の)\s*", re.IGNORECASE)
_TAIL: Final = re.compile(r"(?:'s|’s|'d|'ll)$")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody named, and where."""

    name: str
    at: int
    gender: str = ""
    """`she`, `he`, or empty when the word does not tell."""


def is_pronoun(name: str) -> bool:
    """Tell whether a word points at somebody without naming them."""
    return _PRONOUN.match(name.strip()) is not None


def gender_of(pronoun: str) -> str:
    """Return whom a pronoun can point to, `she` or `he`; either, or no pronoun: empty."""
    match = _PRONOUN.match(pronoun.strip())
    return "" if match is None else _gender(match)


def has_kin_word(name: str) -> bool:
    """Tell whether somebody is called by what they are to the speaker (妹, my uncle)."""
    return any(
        match[whom] for pattern in (_JA, _EN) for match in pattern.finditer(name) for whom in ("she", "he", "one")
    )


def people(text: str, *, known: Iterable[str] = ()) -> list[Person]:
    """Return who is named in a text, in order: by kin words and titles, and those whose name is known."""
    found = [
        Person(match[match.lastgroup or 0], match.start(match.lastgroup or 0), _gender(match))
        for pattern in (_JA, _EN)
        for match in pattern.finditer(text)
    ]
    found += [Person(match[0], match.start()) for match in _CAPITAL.finditer(text) if _is_name(match[0])]
    for name in known:
        if name and (at := text.rfind(name)) >= 0:
            found.append(Person(name, at))
    return sorted((one for one in found if one.name), key=lambda one: (one.at, -len(one.name)))


_INTRODUCED: Final = re.compile(
    rf"\b(?:my|our) (?:\w+ )?(?:{_ANY_EN}),? (?P<after>[A-Z][a-z]+)\b"
    rf"|\b(?P<before>[A-Z][a-z]+)(?:,| is|'s|’s) my (?:\w+ )?(?:{_ANY_EN})\b"
)


def introduced(word: str, said: str) -> str:
    """Return the name with which a kin word is introduced in the same breath (娘の澪, my brother Micah); else the word itself."""
    named = [name for kinship, name in kin(said) if kinship == word]
    named += [match["after"] or match["before"] for match in _INTRODUCED.finditer(said) if word in match[0]]
    return next((name for name in named if name != word), word)


def _is_name(word: str) -> bool:
    return word not in _NO_PERSON and word.lower() not in common_words(Language.EN)


def plain_name(name: str) -> str:
    """Return how somebody is called without what a sentence adds: `my brother’s` is `brother`."""
    return _TAIL.sub("", _OWNED.sub("", name.strip())).strip() or name.strip()


_SUBJECT: Final = re.compile(
    r"^(?:は|が|も|って|、)"
    r"|^(?:'s|’s)? (?:is|was|has|had|likes?|loves?|hates?|wants?|can't|cannot|doesn't|works?|lives?|said|says)\b"
)


def subject_of(clause: str, *, known: Iterable[str] = ()) -> str:
    """Return the person who is the subject of a clause (母は…, my mum hates …); nobody: empty."""
    named = people(clause, known=known)
    return next((one.name for one in named if _SUBJECT.match(clause[one.at + len(one.name) :])), "")


_OPENS_WITH: Final = re.compile(
    r"^\W*(?:(?:and|but|so|then|now|well|oh|yeah|yes|no|because|cause|if|when|that|where|what|who|how|why|maybe|apparently"
    r"|says?|said|thinks?)\W+)*(?P<en>he|she)\b|^\W*(?P<ja>彼女|彼)(?:は|が|も|って|の)",
    re.IGNORECASE,
)


def subject_pronoun(clause: str) -> str:
    """Return the `he` or `she` that is the subject of a clause; none: empty."""
    match = _OPENS_WITH.match(clause)
    return "" if match is None else match["en"] or match["ja"]


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said before in the session, newest last, and whose names are known."""

    before: Sequence[str] = ()
    known: frozenset[str] = frozenset()

    def meant(self, word: str, *, said: str, at: int) -> str:
        """Return whom `word` (a pronoun, or nothing) points to when it stands at `at` in `said`; nobody: empty."""
        wanted = gender_of(word)
        own = [one for one in people(said, known=self.known) if one.at < at]
        for text in (None, *reversed(self.before)):
            named = own if text is None else people(text, known=self.known)
            fitting = [one for one in named if not is_pronoun(one.name) and (not wanted or one.gender in ("", wanted))]
            if fitting:
                return fitting[-1].name
        return ""


def _gender(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return "she" if groups.get("she") else "he" if groups.get("he") else ""
