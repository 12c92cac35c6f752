"""Which language somebody speaks, told by what is first said (SPEC P1).

A persona whose language nobody chose takes it from the first turn that tells clearly.  Kana tell Japanese; Han characters
alone may be Chinese.  Latin letters tell English where the small words stand that other languages have not.  Code, commands,
addresses, names, "ok" and a text in both tell nothing: the next turn will.
"""

import re
from typing import Final

from omoide.domain.events.event import OWNER, Turn
from omoide.domain.text.language import Language, is_japanese
from omoide.domain.understanding.worth import Kept, worth_of

LONGEST_READ: Final = 4_000
"""Characters of the user's words that are looked at."""
LEAST_JAPANESE: Final = 2
LEAST_WORDS: Final = 3
LEAST_SMALL_WORDS: Final = 2
LATIN_PER_JAPANESE: Final = 3
"""One Japanese letter carries about as much as three Latin ones."""
_UNSPOKEN_SOURCES: Final = frozenset({OWNER, "notification", "vision", "reminder", "meta_proactive"})
_CODE: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_NO_WORDS: Final = re.compile(
    r"\w+://[!-~]+|[!-~]+@[!-~]+|[\w.~-]*[/\\][\w./\\~-]+|\w+[._]\w+|[!-~]*[{}()\[\];=<>|$][!-~]*", re.ASCII
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SMALL_WORDS: Final = frozenset((
    "the", "you", "your", "yours", "my", "mine", "that", "these", "those", "it", "it's", "he", "she", "they", "them",
    "their", "his", "her", "i", "i'm", "i've", "i'd", "i'll", "you're", "don't", "didn't", "doesn't", "can't", "won't",
    "isn't", "that's", "what's", "are", "was", "were", "been", "have", "had", "does", "did", "will", "would", "could",
    "should", "can", "what", "when", "which", "why", "how", "to", "of", "about", "because", "there", "here", "just",
    "but", "some", "any",
))  # fmt: skip
_KEYWORDS: Final = frozenset(("this", "is", "not", "and", "or", "if", "for", "from", "with", "where", "has", "who"))
"""Small words too, but programs are written with them."""
_KANA: Final = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]")


def language_told(turn: Turn) -> Language | None:
    """Return the language the user clearly speaks in this turn; `None` when it does not tell."""
    if turn.source in _UNSPOKEN_SOURCES:
        return None
    match worth_of(turn.user[:LONGEST_READ]):
        case Kept(user=said) if said:
            return clearly(said)
        case _:
            return None


def clearly(said: str) -> Language | None:
    """Return the language of the words that are neither code nor an address; `None` for both, another or too few."""
    lines = [_NO_WORDS.sub(" ", line) for line in _CODE.sub(" ", said).splitlines()]
    told = {language for line in lines if (language := _of_line(line)) is not None}
    return told.pop() if len(told) == 1 else None


def _of_line(line: str) -> Language | None:
    japanese = sum(map(is_japanese, line))
    words = [word.lower().replace("’", "'") for word in _WORD.findall(line) if not any(map(is_japanese, word))]
    small = (_SMALL_WORDS | _KEYWORDS).intersection(words)
    is_english = len(words) >= LEAST_WORDS and len(small) >= LEAST_SMALL_WORDS and not small <= _KEYWORDS
    if not japanese:
        return Language.EN if is_english else None
    is_ours = japanese >= LEAST_JAPANESE and japanese * LATIN_PER_JAPANESE >= sum(map(len, words))
    return Language.JA if is_ours and not is_english and _KANA.search(line) else None
