"""What is told to whoever tells a day or a week, and what comes back: lines that name by number what they rest on."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.episodes.episode import joined
from omoide.domain.text.excerpt import one_line
from omoide.errors import InvalidInput

LONGEST_LINE: Final = 600


@dataclass(frozen=True, slots=True)
class LengthRules:
    """Characters of a told text."""

    least: int
    """Reached where there is as much to tell; a quiet day is told in fewer."""
    longest: int


DAY_LENGTH: Final = LengthRules(800, 1500)
WEEK_LENGTH: Final = LengthRules(400, 800)


@dataclass(frozen=True, slots=True)
class DayTurn:
    """One turn of a day."""

    at: str
    """Local time, `21:14`."""
    user: str
    assistant: str = ""
    arousal: float | None = None
    """0..1; `None` while nobody knows."""
    intensity: int = 0
    """0..100"""
    is_star: bool = False
    """★: to be told in detail."""


@dataclass(frozen=True, slots=True)
class WeekSentence:
    """One sentence of an episode that becomes part of a week."""

    day: date
    text: str
    arousal: float = 0.0
    """0..1, of the whole episode."""
    is_detailed: bool = False
    """One of the two episodes whose detail is kept."""
    is_general: bool = False
    """It rests on the whole day, such as how often there was talk."""


@dataclass(frozen=True, slots=True)
class TellingLine:
    """A told sentence, and the numbers, from 1, of what it rests on."""

    text: str
    rests_on: tuple[int, ...]


def checked_lines(
    lines: Sequence[TellingLine], *, worths: Sequence[float], length: LengthRules
) -> tuple[TellingLine, ...]:
    """Return the lines that rest on something shown, within the length; raise `InvalidInput` when none is left.

    A line that names nothing that was shown is left out, for nobody could say where it comes from.  Where the text is too
    long, the lines that rest on the least moving turns go first.
    """
    known = [
        TellingLine(text, rests)
        for line in lines
        if (text := one_line(line.text, longest=LONGEST_LINE))
        and (rests := tuple(sorted({number for number in line.rests_on if 1 <= number <= len(worths)})))
    ]
    while len(known) > 1 and len(joined(line.text for line in known)) > length.longest:
        known.remove(min(known, key=lambda line: max(worths[number - 1] for number in line.rests_on)))
    if not known:
        raise InvalidInput("no sentence names a turn that was shown; each needs the numbers of the turns it tells")
    return tuple(known)
