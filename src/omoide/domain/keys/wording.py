"""How long a key holds and how often it may ask, as people write it: `30d`, `12h`, `never`, `2027-01-01`; `60/min`."""

import re
from zoneinfo import ZoneInfo

from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

NEVER = "never"
LONGEST_DAYS = 36_500
MOST_PER_MINUTE = 1_000_000
_UNITS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def end_of(text: str, *, now: Moment, tz: ZoneInfo) -> Moment | None:
    """Return until when something holds that holds so long from now on, or until that time; `None` for ever."""
    given = text.strip().lower()
    if given == NEVER:
        return None
    if found := re.fullmatch(r"(\d{1,6})([mhdw])", given):
        seconds = int(found[1]) * _UNITS[found[2]]
        if not 0 < seconds <= LONGEST_DAYS * moment.DAY_SECONDS:
            raise InvalidInput(
                f"a key holds from a minute to {LONGEST_DAYS} days, or for ever ({NEVER}); {text!r} is neither"
            )
        return moment.checked(now + seconds)
    try:
        until = moment.parse(text, tz=tz)
    except InvalidInput as exc:
        raise InvalidInput(f"{text!r} is no time to expire; write 30d, 12h, 2027-01-31 or {NEVER}") from exc
    if until <= now:
        raise InvalidInput(f"{text!r} has passed; a key expires later than now")
    return until


def per_minute_of(text: str) -> int:
    """Return how many requests a minute are meant by `60/min` or `60`."""
    found = re.fullmatch(r"(\d{1,7})\s*(?:/\s*min(?:ute)?)?", text.strip().lower())
    if found is None or not 1 <= int(found[1]) <= MOST_PER_MINUTE:
        raise InvalidInput(f"{text!r} is no rate; write requests a minute, such as 60/min")
    return int(found[1])
