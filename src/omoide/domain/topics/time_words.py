"""Words that say when or how many, and so name no topic: 前日, weeks, nineteen.

The grammar of time is asked, with the word alone and where a unit or a number would stand.  Days with names (Christmas, 花見) are
things that people speak of, and stay.
"""

from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline import expressions, holidays, numerals

_ANY_MOMENT: Final = Moment(0)
"""What a word is does not depend on when it is said."""
_ANYWHERE: Final = ZoneInfo("UTC")
_PLACES: Final = {Language.JA: ("{}", "3{}", "{}週間"), Language.EN: ("{}", "three {}", "{} weeks")}
_LONGEST: Final = 40


@lru_cache(maxsize=8192)  # the same words stand in memory after memory
def says_when(term: str, language: Language) -> bool:
    """Tell whether a word is a time, a unit of time or a number."""
    if len(term) > _LONGEST or numerals.fold(term) in (
        holidays.JAPANESE if language is Language.JA else holidays.ENGLISH
    ):
        return False
    return any(_is_read(form, term, language) for form in _PLACES[language])


def _is_read(form: str, term: str, language: Language) -> bool:
    """Tell whether one time expression holds the whole word, and all that stands beside it."""
    text = form.format(term)
    found = expressions(text, now=_ANY_MOMENT, tz=_ANYWHERE, language=language)
    return any(each.at == 0 and each.to == len(text) for each in found)
