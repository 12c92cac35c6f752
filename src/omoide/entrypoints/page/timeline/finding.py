"""By words, by meaning, by date, by feeling."""

from dataclasses import dataclass
from datetime import date, timedelta

from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import Episode
from omoide.domain.events.event import Event
from omoide.domain.feelings.emotion import EmotionTag
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.mind import Mind

BY_MEANING, BY_WORDS = "meaning", "words"
EARLIEST, LATEST = date(1, 1, 2), date(9998, 12, 30)


@dataclass(frozen=True, slots=True)
class Sought:
    """What somebody looks for; every field left at its default lets all through."""

    words: str = ""
    how: str = BY_MEANING
    first: date | None = None
    last: date | None = None
    feeling: EmotionTag | None = None
    is_moving: bool = False

    @property
    def is_for_turns(self) -> bool:
        """Tell whether single turns are looked for, and not whole days."""
        return bool(self.words) or self.feeling is not None

    @property
    def span(self) -> DaySpan | None:
        """Return the days that are meant; `None` for all."""
        if self.first is None and self.last is None:
            return None
        return DaySpan(self.first or EARLIEST, self.last or LATEST)

    def since(self, mind: Mind) -> Moment | None:
        """Return the moment from which on it is looked for."""
        return None if self.first is None else moment.start_of(self.first, tz=mind.persona.tz)

    def until(self, mind: Mind) -> Moment | None:
        """Return the moment before which it is looked for."""
        return None if self.last is None else moment.start_of(self.last + timedelta(days=1), tz=mind.persona.tz)


def turns(mind: Mind, sought: Sought, *, limit: int) -> list[Event]:
    """Return so many of the turns that are looked for: by meaning the nearest first, else the newest."""
    since, until = sought.since(mind), sought.until(mind)
    if sought.feeling is not None:
        found = mind.episodes.felt(sought.feeling, since=since, until=until, limit=limit)
        return [each for each in found if sought.words.casefold() in each.text.casefold()]
    if sought.how == BY_WORDS:
        return mind.log(contains=sought.words, since=since, until=until, limit=limit, newest_first=True)
    recalled = mind.recall(
        sought.words, since=since, until=until, limit=limit, kinds=["event", "memory"], strengthen=False
    )
    return [each.turn for each in recalled if each.turn is not None]


def days(mind: Mind, sought: Sought, *, offset: int, limit: int) -> list[Episode]:
    """Return one page of the told days that are looked for, newest first."""
    return mind.episodes.told(sought.span, moving=sought.is_moving, offset=offset, limit=limit)


def untold(mind: Mind, newest: Episode | None, *, limit: int) -> list[Event]:
    """Return the newest turns that no told day covers yet, oldest first."""
    tz = mind.persona.tz
    since = None if newest is None else moment.start_of(newest.span.last + timedelta(days=1), tz=tz)
    return mind.log(since=since, limit=limit)
