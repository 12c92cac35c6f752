"""The days of a diary, and which of them go into its archives.

A day begins with a line that carries its date as a heading: `## 2026-03-29`, `### 2026年3月29日（日）`, `【2026/03/29】` or
`[2026-03-29]`.  What stands before the first of them belongs to no day and is never moved.  Months that are over go into
an archive each, whole; joined, the days are the diary, letter by letter.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from omoide.domain.notes.period import month_of

_HEADING: Final = re.compile(
    r"^(?:#{1,6}[ \t]*|[【\[])(\d{4})(?:-(\d{1,2})-(\d{1,2})|/(\d{1,2})/(\d{1,2})|年(\d{1,2})月(\d{1,2})日)(?!\d)",
    re.MULTILINE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """What was written on one day; what is above the first heading has none."""

    day: date | None
    text: str
    """With its heading."""


@dataclass(frozen=True, slots=True)
class Archiving:
    """A diary without the months that are over, and what goes into the archive of each of these."""

    kept: str
    moved: dict[str, str]
    """By month, oldest first."""


def entries(text: str) -> list[DiaryEntry]:
    """Return the entries in the order in which they stand; joined, they are the text."""
    starts: list[tuple[int, date | None]] = [
        (match.start(), day) for match in _HEADING.finditer(text) if (day := _day(match)) is not None
    ]
    if not starts or starts[0][0] > 0:
        starts.insert(0, (0, None))
    ends = [*(start for start, _ in starts[1:]), len(text)]
    found = [DiaryEntry(day, text[start:end]) for (start, day), end in zip(starts, ends, strict=True)]
    return [entry for entry in found if entry.text]


def with_entry(text: str, *, day: date, added: str) -> str:
    """Return the diary with something added to a day: below its heading if that is the last one, else below a new one."""
    written, base, held = added.strip("\n") + "\n", joinable(text), entries(text)
    if held and held[-1].day == day:
        return base + written
    gap = "\n" if base else ""
    if entries(written)[0].day is not None:  # it brings its own heading
        return base + gap + written
    return f"{base}{gap}## {day.isoformat()}\n{written}"


def archived(text: str, *, before: date, until_below: int | None = None) -> Archiving:
    """Return the diary without the months that ended before this day's; with `until_below` only as many, oldest first,
    as it takes to have fewer characters than that.
    """
    held, present = entries(text), month_of(before)
    months = sorted({month for entry in held if (month := _month(entry)) and month < present})
    length, gone = len(text), list[str]()
    for month in months:
        if until_below is not None and length < until_below:
            break
        gone.append(month)
        length -= sum(len(entry.text) for entry in held if _month(entry) == month)
    kept = _joined([entry for entry in held if _month(entry) not in gone])
    return Archiving(kept, {month: _joined([entry for entry in held if _month(entry) == month]) for month in gone})


def joinable(text: str) -> str:
    """Return the text so that something may follow it on a line of its own."""
    return text if not text or text.endswith("\n") else f"{text}\n"


def _joined(parts: Sequence[DiaryEntry]) -> str:
    last = len(parts) - 1
    return "".join(entry.text if at == last else joinable(entry.text) for at, entry in enumerate(parts))


def _month(entry: DiaryEntry) -> str:
    return "" if entry.day is None else month_of(entry.day)


def _day(match: re.Match[str]) -> date | None:
    numbers = [int(each) for each in match.groups() if each]
    try:
        return date(*numbers)
    except ValueError:
        return None
