"""When two names are one: width, case, kana, accents, blanks and politeness aside (SPEC EN1).

ﾐｵ, みお and ミオちゃん are one name; 美緒 and みお are not, for nobody can know how a name is read: that みお is 美緒 is said by an alias.
Titles that tell two people apart (田中先生, 田中部長) stay.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from omoide.domain.text.tokens import fold_kana, normalised

_POLITE: Final = ("さん", "ちゃん", "くん", "君", "さま", "様", "氏", "たん", "殿")
_POLITE_EN: Final = re.compile(r"^(?:mr|mrs|ms|miss)\.?\s+(?=\S)")
_GAP: Final = re.compile(r"[\s・･=゠]+")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_FEWEST_KANA: Final = 2
"""Letters that must be left of a name in kana when its politeness is taken away."""


@lru_cache(maxsize=8192)  # every mention is compared night after night
def name_key(name: str) -> str:
    """Return the form under which two names count as the same; nothing for a name without a sign."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", normalised(name)))
    whole = unicodedata.normalize("NFC", plain).strip()
    bare = _GAP.sub("", _POLITE_EN.sub("", whole))
    return fold_kana(_without_politeness(bare))


def is_same(one: str, other: str) -> bool:
    """Tell whether two names are one."""
    return name_key(one) == name_key(other)


def _without_politeness(bare: str) -> str:
    for title in _POLITE:
        rest = bare.removesuffix(title)
        if rest != bare and (len(rest) >= _FEWEST_KANA or rest > "\u3400"):
            return rest
    return bare
