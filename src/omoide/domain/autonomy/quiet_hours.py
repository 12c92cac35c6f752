"""Hours in which nobody is spoken to and minds may sleep: by local clocks, over midnight too (SPEC D1; NEX 通知禁止時間帯)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from omoide.domain.time import moment
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one hour of local clocks until another; the same hour twice means never."""

    from_hour: int = 0
    until_hour: int = 7

    def hold(self, at: Moment, *, tz: ZoneInfo) -> bool:
        """Tell whether it is quiet at an instant, by what clocks show there."""
        hour = moment.local(at, tz=tz).hour
        if self.from_hour <= self.until_hour:
            return self.from_hour <= hour < self.until_hour
        return hour >= self.from_hour or hour < self.until_hour

    def end(self, at: Moment, *, tz: ZoneInfo) -> Moment:
        """Return when the quiet hours that hold at an instant are over; the instant itself when none hold.

        Where clocks are put forward over that hour, they are over when the clocks have been.
        """
        if not self.hold(at, tz=tz):
            return at
        today = moment.day(at, tz=tz)
        ends = (_at_hour(each, self.until_hour, tz) for each in (today, today + timedelta(days=1)))
        return next(each for each in ends if each > at)


def _at_hour(when: date, hour: int, tz: ZoneInfo) -> Moment:
    return moment.of(datetime(when.year, when.month, when.day, hour, tzinfo=tz))
