"""A turn that says nothing but "not that": それじゃない, 違う、そっちじゃなくて, "not that one" (SPEC X7).

Only a short turn that consists of nothing else counts.  Whoever goes on ("not that, I meant the dentist") says more than that
something was wrong, and what it was is for somebody to read who understands it.
"""

import re
import unicodedata
from typing import Final

LONGEST: Final = 60
"""Characters of a turn that can be nothing but this."""
_NO_LETTER: Final = re.compile(r"[\W_]+")
_JAPANESE: Final = re.compile(
    r"(?:いやいや|いや|いいえ|ううん|ごめん|ちがうちがう|違う違う|(?:ちがう|違う|ちがいます|違います|違った)(?:よ|って|な|ね)?)?"
    r"(?:それ|これ|あれ|そっち|そちら|そのこと|その話|その記憶)(?:のこと|の話|の方|のほう)?"
    r"(?:じゃな(?:い|くて|く)|じゃありません|ではな(?:い|くて|く)|ではありません|とちゃう|ちゃう|やない|やなくて|とは?(?:違う|ちがう))"
    r"(?:んです|んだ|です|よ|って|な|の|ん|わ)?(?:よ|けど|ね|な|けどね)?"
)
_ENGLISH: Final = re.compile(
    r"(?:(?:no|nope|nah|sorry|hmm|um|oh) )*"
    r"(?:(?:(?:its|it is|thats|that is|i meant|i mean) )?not (?:(?:that|this)(?: one| thing| memory)?|what i (?:meant|mean))"
    r"|i (?:didnt|dont|did not|do not) mean (?:that|this)(?: one)?"
    r"|(?:(?:thats|that is|its|it is) )?the wrong (?:one|memory|thing))"
    r"(?: please| thanks| though)?"
)


def says_not_that(turn: str) -> bool:
    """Tell whether a turn says that what came to mind was not meant, and nothing else."""
    if len(turn) > LONGEST:
        return False
    told = unicodedata.normalize("NFKC", turn).casefold().replace("'", "").replace("\u2019", "")
    if "?" in told:  # それじゃない？ asks whether it is
        return False
    words = " ".join(_NO_LETTER.sub(" ", told).split())
    return bool(_JAPANESE.fullmatch(_NO_LETTER.sub("", told)) or _ENGLISH.fullmatch(words))
