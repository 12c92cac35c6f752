"""Everything that was found for a cue, and why each turn stands where it does (SPEC R6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from omoide.domain.events.event import Event, EventId
from omoide.domain.events.roster import Ints, Roster
from omoide.domain.recall import cue as cues
from omoide.domain.recall.changes.arranging import Placed
from omoide.domain.recall.parts.answerability import AnswerGrounds
from omoide.domain.recall.ranking import Evidence, Ranked, Scores
from omoide.domain.recall.recollection import Why
from omoide.domain.recall.relevance import TAIL_SHARE, Relevance
from omoide.domain.recall.shared_words import says_the_same, shared_words


@dataclass(frozen=True, slots=True)
class TurnHit:
    """A turn that comes to mind, for somebody who tells it by something else than its own words."""

    event_id: EventId
    score: float
    """0..1, as `Recollection.score`."""
    outdated_by: EventId | None = None


@dataclass(frozen=True, slots=True)
class FoundTurns:
    """Everything that was found for a cue; explains any event of the roster."""

    cue: str
    roster: Roster
    evidence: Evidence
    scores: Scores
    judged: Relevance
    best: Ranked
    """Those that were judged, best first."""
    placed: Sequence[Placed]
    """The same in the order of what holds."""
    shown: Mapping[EventId, Event]
    """The first of them and the turns around them, as far as they were read, as they are shown."""
    floor: float
    grounds: AnswerGrounds | None
    """What speaks for and against an answer; `None` where no sense for it was learnt."""
    answerable: float | None
    """0..1: the chance that the cue can be answered from what was found."""
    least: float
    """The chance below which nothing comes to mind."""
    stands_alone: bool
    """One turn is told in any case: by the cue's own words, far before all others."""
    least_share: float = TAIL_SHARE
    """0..1: how strong beside the best something must be to come to mind."""
    read: frozenset[int] = frozenset()
    """Places in the roster of the turns that were read together with the cue."""
    near_only: bool = False
    """Read together with the cue, nothing that was found reads as an answer."""

    @property
    def is_worth_saying(self) -> bool:
        """Tell whether anything that was found is relevant, and can answer the cue."""
        is_answer = self.answerable is None or self.answerable >= self.least or self.stands_alone
        return self.judged.reaches(self.floor) and is_answer

    def hits(self, *, limit: int) -> list[TurnHit]:
        """Return the first turns, as far as they are worth saying, without a look at what they say."""
        found: list[TurnHit] = []
        for placed in self.placed[:limit] if self.is_worth_saying else ():
            share = self.share_of_best(placed)
            if share < self.least_of(placed):
                continue
            event_id = EventId(int(self.roster.ids[self.best.at[placed.place]]))
            later = None if placed.outdated_by is None else EventId(placed.outdated_by)
            found.append(TurnHit(event_id, self.judged.of_all * share, later))
        return found

    def least_of(self, placed: Placed) -> float:
        """Return how strong beside the best a turn must be to come to mind.

        What was not read and has neither a word of the cue nor anything near it lives by what stands around it: it gains nothing by others
        having been read.
        """
        at = int(self.best.at[placed.place])
        is_lent = at not in self.read and self.scores.words[at] == 0 and self.judged.nearness[placed.place] == 0
        return max(self.least_share, TAIL_SHARE) if is_lent else self.least_share

    def why(self, placed: Placed) -> Why:
        """Return how a turn came to its place."""
        place = placed.place
        at = int(self.best.at[place])
        scores, cosines, event_id = self.scores, self.evidence.cosines, int(self.roster.ids[at])
        found = {id(event_ids): event_ids for event_ids in self.evidence.postings.values()}
        holding = {key for key, event_ids in found.items() if _holds(event_ids, event_id)}
        held = {token for token, event_ids in self.evidence.postings.items() if id(event_ids) in holding}
        return Why(
            words=float(scores.words[at]),
            words_around=float(scores.words_around[at]),
            meaning=float(scores.meaning[at]),
            meaning_around=float(scores.meaning_around[at]),
            speaker=float(scores.speaker[at]),
            time=float(scores.time[at]),
            recency=float(scores.recency[at]),
            advice=float(scores.advice[at]),
            repeated=float(self.best.repeated[place]),
            held=placed.strength - float(self.best.total[place]),
            total=placed.strength,
            cosine=None if cosines is None or np.isnan(cosines[at]) else float(cosines[at]),
            coverage=float(scores.words[at] + scores.words_around[at]),
            matched=shared_words(self.cue[: cues.LONGEST_READ], held),
            nearness=float(self.judged.nearness[place]),
            misattribution=self.judged.misattribution,
            relevance=float(self.judged.value[place]),
            floor=self.floor,
            answerable=self.answerable,
            share_of_best=self.share_of_best(placed),
        )

    def share_of_best(self, placed: Placed) -> float:
        """Return how strong a turn is beside the best, 0..1.

        Whoever asked the same before said nothing to it: the best is the best of what says anything else, if there is any.
        """
        best = next((each for each in self.placed if not self._asks_the_same(each)), self.placed[0])
        return min(1.0, placed.strength / max(best.strength, 1e-9))

    def _asks_the_same(self, placed: Placed) -> bool:
        event = self.shown.get(EventId(int(self.roster.ids[self.best.at[placed.place]])))
        return event is not None and says_the_same(event.user or "", self.cue)


def _holds(event_ids: Ints, event_id: int) -> bool:
    at = int(np.searchsorted(event_ids, event_id))
    return at < len(event_ids) and int(event_ids[at]) == event_id
