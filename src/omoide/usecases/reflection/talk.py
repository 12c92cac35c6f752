"""The talk of days, with how much each turn stirred: what reflections and questions are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from omoide.domain.episodes import days
from omoide.domain.episodes.days import TurnStamp
from omoide.domain.events.event import Event
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.understanding.worth import Kept, Skipped
from omoide.ports.episodes.store import DayReading, TurnStirring
from omoide.ports.events.store import EventStore
from omoide.ports.time.clock import Clock

Worths = Callable[[Persona, Sequence[Event]], list[Kept | Skipped]]


@dataclass(frozen=True, slots=True)
class TalkedTurn:
    """A turn in which somebody talked."""

    event: Event
    day: date
    user: str
    assistant: str
    stirring: TurnStirring | None = None
    """`None` while nobody knows."""


@dataclass(frozen=True, slots=True)
class ReadTalk:
    """Reads what was talked about."""

    events: EventStore
    reading: DayReading
    worths: Worths
    """What of each turn is talk."""
    clock: Clock

    def days(self, persona: Persona) -> dict[date, tuple[TurnStamp, ...]]:
        """Return the turns of each completed local day, oldest first; days that wait to be digested, and all after them, are left out."""
        now, tz = self.clock.now(), persona.tz
        stamps = self.reading.stamps(persona.id, until=moment.start_of(moment.day(now, tz=tz), tz=tz))
        found: dict[date, tuple[TurnStamp, ...]] = {}
        for day, mine in days.by_day(stamps, tz=tz).items():
            if any(stamp.is_complete and not stamp.is_digested for stamp in mine):
                break
            found[day] = mine
        return found

    def __call__(self, persona: Persona, stamps: Sequence[TurnStamp]) -> list[TalkedTurn]:
        """Return what of these turns is talk, in order."""
        ids = [stamp.event_id for stamp in stamps]
        found = self.events.get(persona.id, ids)
        mine = [found[event_id] for event_id in ids if event_id in found]
        stirred = self.reading.stirrings(persona.id, ids)
        return [
            TalkedTurn(
                event, moment.day(event.created, tz=persona.tz), worth.user, worth.assistant, stirred.get(event.id)
            )
            for event, worth in zip(mine, self.worths(persona, mine), strict=True)
            if isinstance(worth, Kept)
        ]
