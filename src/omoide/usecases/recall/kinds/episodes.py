"""Told days and weeks, and what was special; a day gives way to its week where that tells as much (SPEC EP8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.episodes.episode import Episode, EpisodeId
from omoide.domain.events.event import Event
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.asked import AskedOfKinds
from omoide.domain.recall.kinds.candidate import Candidate
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.recollection import Recollection
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.ports.episodes.store import EpisodeStore
from omoide.usecases.recall.kinds.by_passages import ByPassages


@dataclass(frozen=True, slots=True)
class EpisodeThings:
    """Reads episodes."""

    episodes: EpisodeStore

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sort of thing there is."""
        return frozenset({RecollectionKind.EPISODE})

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which they are found; whoever keeps an episode keeps these too."""
        return PassageKind.EPISODE

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those of the episodes that tell something."""
        known = self.episodes.get(persona.id, [EpisodeId(each) for each in item_ids])
        return {int(each.id): _recallable(each, persona) for each in known.values() if not each.text.is_failure}


@dataclass(frozen=True, slots=True)
class RecallEpisodes:
    """Finds episodes."""

    found: ByPassages

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sort of thing may be found here."""
        return self.found.kinds

    def find(self, persona: Persona, asked: AskedOfKinds, *, limit: int) -> list[Candidate]:
        """Return the episodes that have most to do with the cue."""
        near = self.found.find(persona, asked, limit=limit)
        told = {each.thing.item_id: each.parts.relevance(self.found.calibration) for each in near}
        return [each for each in near if not _is_told_by_week(each, told, of=told[each.thing.item_id])]


def is_of_day(told: Recollection, event: Event, *, persona: Persona) -> bool:
    """Tell whether a told day or week is of the day on which a turn was said; what is special names its turns itself."""
    episode = None if told.thing is None else told.thing.what
    if not isinstance(episode, Episode):
        return False
    if episode.is_special:
        return event.id in (told.thing.evidence if told.thing is not None else ())
    return moment.day(event.created, tz=persona.tz) in episode.span


def _is_told_by_week(candidate: Candidate, told: dict[int, float], *, of: float) -> bool:
    episode = candidate.thing.what
    return isinstance(episode, Episode) and episode.week_id is not None and told.get(episode.week_id, -1.0) >= of


def _recallable(episode: Episode, persona: Persona) -> Recallable:
    named = tuple(dict.fromkeys(event_id for sentence in episode.text.sentences for event_id in sentence.evidence))
    return Recallable(
        RecollectionKind.EPISODE,
        int(episode.id),
        episode.label,
        episode.summary,
        moment.start_of(episode.span.last, tz=persona.tz),
        episode,
        arousal=episode.arousal,
        evidence=named,
    )
