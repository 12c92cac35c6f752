"""Update: every completed day that has talk and no episode is told, oldest first (SPEC EP1, EP2; NEX 作成・更新).

Each day is kept by itself: broken off anywhere, the next run goes on, and a run that finds nothing to do writes nothing.  A
model that cannot be reached leaves the day for the next run; one that will never tell it leaves a mark, which later runs
take for missing.  A day that was told of other turns is told again; what it said before stays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from omoide.asks.tell_day import TellDay
from omoide.domain.episodes import arousal, days
from omoide.domain.episodes.arousal import ArousalRules
from omoide.domain.episodes.dates import one_day
from omoide.domain.episodes.days import Due, DueDay
from omoide.domain.episodes.episode import FAILED, EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.episodes.telling import DayTurn
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import Side, cut
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time import moment
from omoide.domain.understanding.worth import Kept, Skipped
from omoide.errors import Refused, Unavailable
from omoide.ports.episodes.store import DayReading, EpisodeStore, TurnStirring
from omoide.ports.events.store import EventStore
from omoide.ports.models.thinker import Thinker
from omoide.ports.time.clock import Clock
from omoide.usecases.episodes.special import WriteSpecials

Progress = Callable[[int, int], None]
"""Is told, after each day, how many of how many are done."""
Worths = Callable[[Persona, Sequence[Event]], list[Kept | Skipped]]
ToldDay = NewEpisode | Unavailable | None
"""The day as it is to be kept, why it cannot be told now, or nothing where there was no talk."""
DAYS_AT_ONCE: Final = 4
"""Days that are told side by side where a model tells them."""


@dataclass(frozen=True, slots=True)
class EpisodeReport:
    """What a run made."""

    made: tuple[date, ...] = ()
    remade: tuple[date, ...] = ()
    """Told again: their turns had changed, or they had failed before."""
    failed: tuple[date, ...] = ()
    """Marked: a model will not tell them."""
    skipped: tuple[date, ...] = ()
    """Left for the next run: a model cannot be reached."""
    waiting: tuple[date, ...] = ()
    """Left until their turns are digested."""
    specials: int = 0
    stopped_by: str = field(default="")
    """Why days were skipped."""

    @property
    def done(self) -> int:
        """Return how many days got a text."""
        return len(self.made) + len(self.remade)


@dataclass(frozen=True, slots=True)
class UpdateEpisodes:
    """Tells the days that are to be told."""

    episodes: EpisodeStore
    reading: DayReading
    events: EventStore
    worths: Worths
    """What of each turn is talk."""
    thinker: Callable[[], Thinker]
    specials: WriteSpecials
    clock: Clock
    rules: ArousalRules
    chunks: ChunkRules
    side_by_side: Callable[[Callable[[DueDay], ToldDay], Sequence[DueDay]], list[ToldDay]]
    """Does the same to several at once."""

    def __call__(
        self, persona: Persona, *, limit: int | None = None, newest: bool = False, progress: Progress | None = None
    ) -> EpisodeReport:
        """Tell what is to be told, at most `limit` days: the oldest, or the newest."""
        waiting, ready = self.due(persona)
        first = 0 if limit is None or not newest else max(0, len(ready) - limit)
        wanted = ready[first:] if limit is None else ready[first : first + limit]
        report = EpisodeReport(waiting=tuple(each.day for each in waiting))
        for start in range(0, len(wanted), DAYS_AT_ONCE):
            some = wanted[start : start + DAYS_AT_ONCE]
            told = self.side_by_side(lambda each: self._told(persona, each), some)
            for place, (each, new) in enumerate(zip(some, told, strict=True), start=1):
                report = self._kept(persona, each, new, report)
                if progress is not None:
                    progress(start + place, len(wanted))
        report = replace(report, specials=self.specials.bonds(persona))
        self._normalise(persona)
        return report

    def due(self, persona: Persona) -> tuple[list[DueDay], list[DueDay]]:
        """Return the days that are to be told: those that wait for their turns to be digested, and those that are ready."""
        now, tz = self.clock.now(), persona.tz
        stamps = self.reading.stamps(persona.id, until=moment.start_of(moment.day(now, tz=tz), tz=tz))
        told = {each.span.first: each for each in self.episodes.all(persona.id) if each.kind is EpisodeKind.DAY}
        found = days.due(stamps, told, now=now, tz=tz)
        return [each for each in found if not each.is_ready], [each for each in found if each.is_ready]

    def _told(self, persona: Persona, due: DueDay) -> ToldDay:
        """Return the day as it is to be kept; `None` when there was no talk in it."""
        turns = self._turns(persona, due)
        if not turns:
            return None
        average, highest = arousal.measured(turn.arousal for _, turn in turns)
        new = NewEpisode(
            kind=EpisodeKind.DAY,
            span=one_day(due.day),
            sentences=(EpisodeSentence(FAILED[persona.language]),),
            arousal=average,
            arousal_max=highest,
            made=self.clock.now(),
            by="",
            fingerprint=due.fingerprint,
            made_of=tuple(stamp.event_id for stamp in due.stamps),
            is_failure=True,
            replaces=due.episode,
        )
        try:
            told = self.thinker().answer(TellDay(due.day, tuple(turn for _, turn in turns)))
        except Refused:
            return new
        except Unavailable as why:
            return why
        sentences = tuple(
            EpisodeSentence(line.text, tuple(turns[number - 1][0] for number in line.rests_on)) for line in told.value
        )
        return replace(new, sentences=sentences, by=told.by, is_failure=False)

    def _turns(self, persona: Persona, due: DueDay) -> list[tuple[EventId, DayTurn]]:
        """Return what was talk that day, in order, with how much each turn stirred."""
        ids = [stamp.event_id for stamp in due.stamps]
        found = self.events.get(persona.id, ids)
        mine = [found[event_id] for event_id in ids if event_id in found]
        stirred = self.reading.stirrings(persona.id, ids)
        worths = self.worths(persona, mine)
        return [
            (event.id, self._turn(persona, event, worth, stirred.get(event.id)))
            for event, worth in zip(mine, worths, strict=True)
            if isinstance(worth, Kept)
        ]

    def _turn(self, persona: Persona, event: Event, worth: Kept, stirring: TurnStirring | None) -> DayTurn:
        felt = None if stirring is None else stirring.arousal
        return DayTurn(
            at=f"{moment.local(event.created, tz=persona.tz):%H:%M}",
            user=worth.user,
            assistant=worth.assistant,
            arousal=felt,
            intensity=0 if stirring is None else stirring.intensity,
            is_star=self.rules.is_star(felt),
        )

    def _kept(self, persona: Persona, due: DueDay, new: ToldDay, report: EpisodeReport) -> EpisodeReport:
        if isinstance(new, Unavailable):
            return replace(report, skipped=(*report.skipped, due.day), stopped_by=str(new) or type(new).__name__)
        if new is None or not self._keep(persona, due, new):
            return report
        if new.is_failure:
            return replace(report, failed=(*report.failed, due.day))
        if due.why is Due.MISSING:
            return replace(report, made=(*report.made, due.day))
        return replace(report, remade=(*report.remade, due.day))

    def _keep(self, persona: Persona, due: DueDay, new: NewEpisode) -> bool:
        """Keep the day; tell whether it stands: not where it was erased, or told by somebody else, meanwhile."""
        if new.is_failure and due.why is Due.FAILED:  # the mark is there
            return True
        pieces = [] if new.is_failure else cut(new.text, side=Side.WHOLE, rules=self.chunks)
        return self.episodes.keep(persona.id, new, slot=f"day:{due.day.isoformat()}", pieces=pieces) is not None

    def _normalise(self, persona: Persona) -> None:
        live = {each.id: each.arousal for each in self.episodes.all(persona.id) if not each.is_archived}
        self.episodes.put_arousals(persona.id, arousal.normalised(live, rules=self.rules))
