"""Special episodes: written at once by what happens, whatever else the day holds (SPEC EP6; NEX Phases E–G)."""

from dataclasses import dataclass

from omoide.domain.episodes import special
from omoide.domain.episodes.dates import one_day
from omoide.domain.episodes.episode import Episode, EpisodeKind, EpisodeSentence, NewEpisode
from omoide.domain.episodes.special import SpecialMoment
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import Side, cut
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.ports.episodes.store import DayReading, EpisodeStore
from omoide.ports.time.clock import Clock

BY_EVENT = "event"


@dataclass(frozen=True, slots=True)
class WriteSpecials:
    """Writes the episodes that events write."""

    episodes: EpisodeStore
    reading: DayReading
    clock: Clock
    chunks: ChunkRules

    def achieved(
        self,
        persona: Persona,
        goal: str,
        *,
        goal_id: str,
        note: str = "",
        at: Moment | None = None,
        evidence: tuple[EventId, ...] = (),
    ) -> Episode | None:
        """Keep that a goal was reached; `None` when that is known."""
        happened = special.achievement(goal, goal_id=goal_id, note=note, language=persona.language)
        return self._write(persona, happened, key=goal_id, at=at, evidence=evidence)

    def discovered(
        self,
        persona: Persona,
        topic: str,
        content: str,
        *,
        at: Moment | None = None,
        evidence: tuple[EventId, ...] = (),
        key: str = "",
    ) -> Episode | None:
        """Keep that a question found its answer, once for each key or, without one, for its words; `None` when that is known."""
        happened = special.discovery(topic, content, language=persona.language)
        return self._write(persona, happened, key=key or happened.text, at=at, evidence=evidence)

    def bonds(self, persona: Persona) -> int:
        """Keep the bonds that were confirmed since, by the persona's own emotions; return how many."""
        bondings = [each for each in self.episodes.all(persona.id) if each.kind is EpisodeKind.BONDING]
        known = {event_id for each in bondings for sentence in each.text.sentences for event_id in sentence.evidence}
        made = 0
        for event_id, at, change in self.reading.bondings(persona.id):
            if event_id not in known:
                happened = special.bonding(change, language=persona.language)
                kept = self._write(persona, happened, key=str(event_id), at=at, evidence=(event_id,))
                made += kept is not None
        return made

    def _write(
        self,
        persona: Persona,
        happened: SpecialMoment,
        *,
        key: str,
        at: Moment | None = None,
        evidence: tuple[EventId, ...] = (),
    ) -> Episode | None:
        now = self.clock.now()
        new = NewEpisode(
            kind=happened.kind,
            span=one_day(moment.day(now if at is None else at, tz=persona.tz)),
            sentences=(EpisodeSentence(happened.text, evidence),),
            arousal=happened.arousal,
            arousal_max=happened.arousal,
            made=now,
            by=BY_EVENT,
            made_of=evidence,
            details=happened.details,
        )
        pieces = cut(new.text, side=Side.WHOLE, rules=self.chunks)
        return self.episodes.keep(persona.id, new, slot=f"{happened.kind.value}:{key}", pieces=pieces)
