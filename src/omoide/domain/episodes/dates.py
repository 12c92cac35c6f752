"""The days an episode tells of: one, or a range written `A~B` (SPEC EP4; NEX 堅牢な日付判定).

Ranges are written with `~`; read are `~`, the full-width `～` and the wave dash `〜`, with blanks around any part.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from omoide.errors import InvalidInput

_MARKS: Final = str.maketrans("～〜", "~~")


@dataclass(frozen=True, slots=True)
class DaySpan:
    """Local calendar days, the first and the last included."""

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise InvalidInput(f"a range of days ends no earlier than it begins; {self} does")

    def __str__(self) -> str:
        return (
            self.first.isoformat() if self.first == self.last else f"{self.first.isoformat()}~{self.last.isoformat()}"
        )

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def __iter__(self) -> Iterator[date]:
        return (self.first + timedelta(days=count) for count in range((self.last - self.first).days + 1))


def one_day(day: date) -> DaySpan:
    """Return the range that is a single day."""
    return DaySpan(day, day)


def span_of(text: str) -> DaySpan:
    """Return the days a text names: `2026-01-02`, `2025-11-04~2025-11-10`; raise `InvalidInput` for any other."""
    parts = [part.strip() for part in text.translate(_MARKS).split("~")]
    try:
        days = [date.fromisoformat(part) for part in parts]
    except ValueError as exc:
        raise InvalidInput(f"{text!r} names no days; write 2026-01-02 or 2025-11-04~2025-11-10") from exc
    if len(days) > 2:
        raise InvalidInput(f"{text!r} has more than two ends; write 2026-01-02 or 2025-11-04~2025-11-10")
    return DaySpan(days[0], days[-1])


def week_of(day: date) -> DaySpan:
    """Return the week a day lies in, Monday to Sunday."""
    monday = day - timedelta(days=day.weekday())
    return DaySpan(monday, monday + timedelta(days=6))
