"""A persona owns everything; nothing of one is ever visible to another (SPEC P1)."""

import unicodedata
from dataclasses import dataclass
from typing import NewType
from zoneinfo import ZoneInfo

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

PersonaId = NewType("PersonaId", int)

LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Persona:
    """One mind: its name, language and local time."""

    id: PersonaId
    name: str
    language: Language
    timezone: str
    created: Moment
    is_language_open: bool = False
    """Nobody chose the language: until somebody speaks, `language` is that of the system (`first_words`)."""

    @property
    def tz(self) -> ZoneInfo:
        """Return the persona's time zone."""
        return moment.zone(self.timezone)


def checked_name(name: str) -> str:
    """Return the name in its canonical form; raise `InvalidInput` when it cannot be one.

    Names are NFKC-normalised and compared without case, so that Ｈａｒｕ and haru are one persona.
    """
    canonical = unicodedata.normalize("NFKC", name).strip()
    if not canonical:
        raise InvalidInput("a persona needs a name; an empty one was given")
    if len(canonical) > LONGEST_NAME:
        raise InvalidInput(f"a persona's name has at most {LONGEST_NAME} characters; this one has {len(canonical)}")
    if any(unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn") for character in canonical):
        raise InvalidInput(f"a persona's name holds no control characters; {name!r} does")
    return canonical


def folded(name: str) -> str:
    """Return the form under which two names count as the same."""
    return checked_name(name).casefold()
