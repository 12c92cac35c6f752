"""Days told in the persona's own voice: `mind.episodes`.

mind.episodes.update()                       # every completed day that has talk and no episode
for episode in mind.episodes.before():       # what stands before the raw log
    print(episode.span, episode.summary)
"""

from collections.abc import Callable
from datetime import date

from omoide.bootstrap import Home
from omoide.domain.episodes import elastic
from omoide.domain.episodes.dates import DaySpan, span_of
from omoide.domain.episodes.episode import Episode, EpisodeText
from omoide.domain.events.event import Event
from omoide.domain.feelings.emotion import EmotionTag
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.entrypoints.library.moments import When, meant_if_given
from omoide.errors import EpisodeNotFound, InvalidInput
from omoide.ports.episodes.timeline import DaysMeant
from omoide.usecases.episodes.compress import CompressionReport
from omoide.usecases.episodes.update import EpisodeReport

Progress = Callable[[int, int], None]


class MindEpisodes:
    """The told days of one persona."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._parts = home.episodes
        self._persona = persona

    def update(self, *, limit: int | None = None, progress: Progress | None = None) -> EpisodeReport:
        """Tell every completed day that has talk and no episode, oldest first; turns that wait are digested first.

        `progress` hears how many of how many days are done.  Killed anywhere, the next call goes on; a second call makes
        nothing.  Days that no model can tell now are in `skipped`, and are told by a later call.
        """
        with self._home.work.alone():
            self._home.understanding.digest(self._persona)(self._persona)
            return self._parts.update(self._persona)(self._persona, limit=limit, progress=progress)

    def compress(self, *, progress: Progress | None = None) -> CompressionReport:
        """Make weeks of the days that lie far back; the days stay readable."""
        with self._home.work.alone():
            return self._parts.compress(self._persona)(self._persona, progress=progress)

    def all(self, days: str | DaySpan | None = None, *, archived: bool = False) -> list[Episode]:
        """Return the episodes in order of their days; with `archived` also those that a week tells now.

        `days` is one, or a range such as `2025-11-04~2025-11-10`: of it every episode that tells one of its days.
        """
        span = span_of(days) if isinstance(days, str) else days
        return [
            each
            for each in self._parts.store.all(self._persona.id)
            if (archived or not each.is_archived)
            and (span is None or (each.span.first <= span.last and each.span.last >= span.first))
        ]

    def get(self, label: str) -> Episode:
        """Return one episode by its id, `episode_2026-01-15_001`; raise `EpisodeNotFound` when there is none."""
        found = next((each for each in self._parts.store.all(self._persona.id) if each.label == label.strip()), None)
        if found is None:
            raise EpisodeNotFound(label)
        return found

    def told(
        self, days: str | DaySpan | None = None, *, moving: bool = False, offset: int = 0, limit: int = 20
    ) -> list[Episode]:
        """Return one page of the episodes, newest first, without those that a week tells now; the others are never read.

        `moving` takes only those with a moment that stirred more than most (★, `retrieval.star_above_arousal`).
        """
        if offset < 0 or limit < 0:
            raise InvalidInput(f"a page begins and reaches from 0 on; {offset} and {limit} were given")
        span = span_of(days) if isinstance(days, str) else days
        first, last = (None, None) if span is None else (span.first, span.last)
        meant = DaysMeant(first, last, self.star_above if moving else None)
        return self._parts.timeline.told(self._persona.id, meant, offset=offset, limit=limit)

    @property
    def star_above(self) -> float:
        """Return above which arousal, 0..1, a moment has a star."""
        settings = self._home.foundation.settings(self._persona.id)
        return settings.retrieval.star_above_arousal

    def felt(
        self,
        feeling: EmotionTag | str,
        *,
        since: When | None = None,
        until: When | None = None,
        offset: int = 0,
        limit: int = 20,
    ) -> list[Event]:
        """Return the turns whose memory holds a feeling, such as `joy`, newest first; one page of them."""
        begin, end = (meant_if_given(when, persona=self._persona) for when in (since, until))
        try:
            tag = EmotionTag(feeling)
        except ValueError as exc:
            raise InvalidInput(f"{feeling!r} is no feeling; there are {', '.join(EmotionTag)}") from exc
        found = self._parts.timeline.felt(self._persona.id, tag, since=begin, until=end, offset=offset, limit=limit)
        events = self._home.events.store.get(self._persona.id, found)
        return [events[each] for each in found if each in events]

    def texts(self, label: str) -> list[EpisodeText]:
        """Return what an episode has said, oldest first; the last one counts."""
        return self._parts.store.texts(self._persona.id, self.get(label).id)

    def originals(self, label: str) -> list[Episode]:
        """Return the episodes that a week was made of, in order; none for a day."""
        return self._parts.timeline.originals(self._persona.id, self.get(label).id)

    def before(self, oldest: date | str | None = None, *, lookback_days: int | None = None) -> list[Episode]:
        """Return the episodes that stand before a raw log whose oldest day is `oldest`, by default today.

        They go back `lookback_days` (setting `episodes.lookback_days`); every day among them is told exactly once.
        """
        settings = self._home.foundation.settings(self._persona.id)
        reach = settings.episodes.lookback_days if lookback_days is None else lookback_days
        if reach < 0:
            raise InvalidInput(f"a look-back is a number of days from 0 on; {reach} is none")
        every = self._parts.store.all(self._persona.id)
        return elastic.injected(every, oldest=self._day(oldest), lookback_days=reach)

    def find(self, cue: str, *, limit: int = 5) -> list[Episode]:
        """Return the episodes that speak of something, old ones too, the best first."""
        return self._parts.find(self._persona, cue, limit=limit)

    def achieved(self, goal: str, *, goal_id: str, note: str = "") -> Episode | None:
        """Keep, as an episode of its own, that a goal was reached; `None` when that is known."""
        return self._parts.specials(self._persona).achieved(self._persona, goal, goal_id=goal_id, note=note)

    def discovered(self, topic: str, content: str) -> Episode | None:
        """Keep, as an episode of its own, that a question found its answer; `None` when that is known."""
        return self._parts.specials(self._persona).discovered(self._persona, topic, content)

    def _day(self, oldest: date | str | None) -> date:
        if oldest is None:
            return moment.day(self._home.foundation.clock.now(), tz=self._persona.tz)
        return span_of(oldest).first if isinstance(oldest, str) else oldest
