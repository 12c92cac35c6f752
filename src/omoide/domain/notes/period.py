"""The time that a diary's archive is of: a year, a month, a day, or from one to another (`2025-11~2026-02`)."""

import re
from datetime import date
from typing import Final

from omoide.errors import InvalidInput

_PART: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_BETWEEN: Final = re.compile(r"\s*[~～〜]\s*")


def checked_period(text: str) -> str:
    """Return the period in one form, with `~` between two ends; raise `InvalidInput` when it is none."""
    ends = _BETWEEN.split(text.strip())
    if len(ends) > 2 or not all(map(_is_part, ends)) or _first_day(ends[0]) > _first_day(ends[-1]):
        raise InvalidInput(f"{text!r} is no period; write 2026, 2026-03, 2026-03-29 or two of them with ~ between")
    return "~".join(ends)


def month_of(day: date) -> str:
    """Return the month of a day, as its archive is named."""
    return f"{day.year:04}-{day.month:02}"


def _is_part(text: str) -> bool:
    try:
        _first_day(text)
    except ValueError:
        return False
    return True


def _first_day(text: str) -> date:
    found = _PART.fullmatch(text)
    if found is None:
        raise ValueError(text)
    year, month, day = (int(part or 1) for part in found.groups())
    return date(year, month, day)
