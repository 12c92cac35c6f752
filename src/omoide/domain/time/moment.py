"""Instants and days (SPEC P2).

Inside, time is UTC unix seconds as an integer.  Files and interfaces speak ISO 8601 with an offset; texts for a model
are local ISO 8601 without one.  A time without an offset is local time of the persona.
"""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NewType
from zoneinfo import ZoneInfo

from omoide.errors import InvalidInput

Moment = NewType("Moment", int)
"""UTC unix seconds."""

MINUTE_SECONDS = 60
HOUR_SECONDS = 3_600
DAY_SECONDS = 86_400
EARLIEST = Moment(-62_135_596_800 + DAY_SECONDS * 2)
"""2 January of year 1 or so: what the standard library can still show in every zone."""
LATEST = Moment(253_402_300_799 - DAY_SECONDS * 2)


def zone(name: str) -> ZoneInfo:
    """Return the time zone with this IANA name; raise `InvalidInput` when there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as exc:
        raise InvalidInput(f"no time zone named {name!r}; give an IANA name such as Asia/Tokyo or UTC") from exc


def parse(text: str, *, tz: ZoneInfo) -> Moment:
    """Return the moment an ISO 8601 text names; without an offset it is local time in `tz`."""
    try:
        value = datetime.fromisoformat(text.strip())
    except ValueError as exc:
        raise InvalidInput(
            f"{text!r} is not an ISO 8601 date or time; write 2026-01-18, 2026-01-18T22:54 or 2026-01-18T22:54:39+09:00"
        ) from exc
    return of(value if value.tzinfo else value.replace(tzinfo=tz))


def next_time(text: str, *, now: Moment, tz: ZoneInfo) -> Moment | None:
    """Return the next moment at which local clocks show a bare time such as 18:00; `None` when the text is something else."""
    if re.fullmatch(r"\d{1,2}:\d{2}", text.strip()) is None:
        return None
    hour, minute = map(int, text.strip().split(":"))
    if hour > 23 or minute > 59:
        raise InvalidInput(f"{text!r} is no time of day; write 18:00, or 2026-01-18T22:54")
    today = day(now, tz=tz)
    ahead = (
        of(datetime(one.year, one.month, one.day, hour, minute, tzinfo=tz))
        for one in (today, today + timedelta(days=1))
    )
    return next((found for found in ahead if found > now), None)


def of(value: datetime) -> Moment:
    """Return the moment of an aware datetime."""
    if value.tzinfo is None:
        raise InvalidInput("a date-time without a time zone names no moment; add one, or pass text to be read as local")
    return checked(int((value - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(seconds=1)))


def checked(seconds: int) -> Moment:
    """Return the seconds as a moment; raise `InvalidInput` outside the years 1 to 9999."""
    if not EARLIEST <= seconds <= LATEST:
        raise InvalidInput(f"{seconds} seconds is outside the years 1 to 9999; give UTC unix seconds, not milliseconds")
    return Moment(seconds)


def local(moment: Moment, *, tz: ZoneInfo) -> datetime:
    """Return the moment as an aware datetime in `tz`."""
    return datetime(1970, 1, 1, tzinfo=UTC).__add__(timedelta(seconds=moment)).astimezone(tz)


def iso(moment: Moment, *, tz: ZoneInfo) -> str:
    """Return ISO 8601 with an offset, for interfaces and files."""
    return local(moment, tz=tz).isoformat(timespec="seconds")


def iso_for_model(moment: Moment, *, tz: ZoneInfo) -> str:
    """Return local ISO 8601 without an offset, for texts that a model reads (GHO 6-2)."""
    return local(moment, tz=tz).replace(tzinfo=None).isoformat(timespec="seconds")


def day(moment: Moment, *, tz: ZoneInfo) -> date:
    """Return the local calendar day."""
    return local(moment, tz=tz).date()


def start_of(when: date, *, tz: ZoneInfo) -> Moment:
    """Return the first moment of a local day."""
    return of(datetime(when.year, when.month, when.day, tzinfo=tz))
