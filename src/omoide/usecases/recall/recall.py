"""Recall: what comes to mind for a cue, and why (SPEC R2, R5, R6, R8).

Words and meaning are looked for side by side.  While vectors are missing, or the embedder cannot be reached, words alone
serve.  When nothing is relevant, nothing comes to mind; what is far weaker than the best does not either.

Whoever asks does not wait for whoever writes: of what is new only a little is embedded before the answer, and nothing when
other processes hold the store; the rest goes on beside it.
"""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventFilter, EventId
from omoide.domain.events.roster import Ints, Roster
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import cue as cues
from omoide.domain.recall import ranking, relevance
from omoide.domain.recall.changes import arranging
from omoide.domain.recall.changes.arranging import Placed
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.ranking import Evidence, RankingRules, Scores
from omoide.domain.recall.recollection import Recollection, Why
from omoide.domain.recall.relevance import Calibration, Relevance
from omoide.domain.recall.shared_words import shared_words
from omoide.domain.time import period
from omoide.errors import EmbedderUnavailable, StoreBusy, StoreReadOnly
from omoide.ports.events.store import EventStore
from omoide.ports.jobs.background import Background
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import Rosters, TextIndex, VectorIndex
from omoide.ports.time.clock import Clock
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.holding import Gathered, Holding

LONGEST_EMBEDDED = 2_000
"""Characters of a cue that are embedded; a longer one is asked by its beginning."""
MOST_EMBEDDED = 200
"""Passages that get their vectors before an answer: those who write all the time would else be followed without end."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Finds what matters for a cue."""

    events: EventStore
    rosters: Rosters
    texts: TextIndex
    vectors: VectorIndex
    embedder: Embedder
    holding: Holding
    """Tells which of several answers is still so."""
    catch_up: CatchUp
    """The work of making missing vectors, as long as it takes."""
    catch_up_now: CatchUp
    """The same work, for somebody who waits for an answer: it raises `StoreBusy` rather than wait for its turn."""
    background: Background
    clock: Clock
    rules: RankingRules
    calibration: Calibration
    """What cosines of the embedder's space mean."""
    floor: float
    """0..1: relevance that something must reach for anything to come to mind."""
    reach: int = 1
    """Turns shown before and after each recollection."""
    catch_up_seconds: float = 2.0

    def __call__(
        self, persona: Persona, cue: str, *, where: EventFilter, limit: int, abstains: bool = True
    ) -> list[Recollection]:
        """Return what comes to mind, the most relevant first; without `abstains` also what is not worth saying."""
        if not cue.strip() or limit <= 0:
            return []
        near = self._meaning(persona, cue)
        roster = self.rosters.roster(persona.id)
        evidence = self._evidence(persona, cue, where=where, cosines=_spread(near, roster))
        scores = ranking.score(evidence, roster=roster, rules=self.rules)
        allowed = self._allowed(persona, where, roster)
        most = max(limit, relevance.JUDGED, arranging.COMPARED)
        best = ranking.order(scores, roster=roster, allowed=allowed, limit=most)
        gathered = self._gathered(
            persona, cue, evidence=evidence, scores=scores, event_ids=roster.ids[best], where=where
        )
        best = _with_later(best, gathered, roster, allowed)
        judged = relevance.relevance(evidence, scores, at=best, calibration=self.calibration)
        if abstains and not judged.reaches(self.floor):
            return []
        found = _Found(cue, roster, evidence, scores, judged, best, self.floor)
        placed = gathered.placed([EventId(int(each)) for each in roster.ids[best]], scores.total[best].tolist())
        whys = [(each, found.why(each)) for each in placed[:limit]]
        chosen = [(each, why) for each, why in whys if not abstains or not why.is_tail]
        return self._told(persona, roster, best, chosen, relevance=judged.of_all)

    def _meaning(self, persona: Persona, cue: str) -> tuple[Ints, NDArray[np.float32]] | None:
        try:
            with suppress(StoreReadOnly):  # words find what has no vector, where none can be kept
                self._catch_up(persona)
            [vector] = self.embedder.embed([cue[:LONGEST_EMBEDDED]], role="query")
        except EmbedderUnavailable:
            return None
        near = self.vectors.nearness(persona.id, vector, space=self.embedder.space, kind=PassageKind.EVENT)
        return near.item_ids, near.cosines

    def _catch_up(self, persona: Persona) -> None:
        """Make missing vectors now if they are few; if they are many (a new embedder, an import), go on beside us."""
        name = f"vectors of {persona.id}"
        if self.background.is_busy(name):
            return
        if not self._is_caught_up(persona):
            self.background.start(name, lambda should_stop: self.catch_up(persona.id, should_stop=should_stop))

    def _is_caught_up(self, persona: Persona) -> bool:
        try:
            done = self.catch_up_now(persona.id, within_seconds=self.catch_up_seconds, most=MOST_EMBEDDED)
        except StoreBusy:
            return False
        return done.is_complete

    def _evidence(
        self, persona: Persona, cue: str, *, where: EventFilter, cosines: NDArray[np.float32] | None
    ) -> Evidence:
        terms = cues.query_terms(cue)
        now = self.clock.now() if where.as_of is None else where.as_of
        found = self.texts.postings(persona.id, [term.token for term in terms], kind=PassageKind.EVENT)
        return Evidence(
            terms=terms,
            postings=found.ids,
            frequencies=found.frequencies,
            cosines=cosines,
            periods=period.named_periods(cue, now=now, tz=persona.tz),
            present=now if cues.asks_of_present(cue) else None,
        )

    def _gathered(
        self, persona: Persona, cue: str, *, evidence: Evidence, scores: Scores, event_ids: Ints, where: EventFilter
    ) -> Gathered:
        return self.holding(
            persona,
            cue,
            evidence.terms,
            [EventId(int(each)) for each in event_ids[: arranging.COMPARED]],
            now=self.clock.now() if where.as_of is None else where.as_of,
            is_of_then=bool(evidence.periods),
            is_of_others=bool((scores.speaker > 0).any()),
        )

    def _allowed(self, persona: Persona, where: EventFilter, roster: Roster) -> NDArray[np.bool_] | None:
        if where.is_open:
            return None
        allowed = np.zeros(len(roster), np.bool_)
        allowed[roster.positions(self.rosters.matching(persona.id, where))] = True
        return allowed

    def _told(
        self, persona: Persona, roster: Roster, best: Ints, hits: list[tuple[Placed, Why]], *, relevance: float
    ) -> list[Recollection]:
        chosen = [(int(best[placed.place]), placed, why) for placed, why in hits]
        around = {at: _around(roster, at, reach=self.reach) for at, _, _ in chosen}
        wanted = {int(roster.ids[place]) for at, _, _ in chosen for side in around[at] for place in (at, *side)}
        wanted |= {int(roster.ids[at]) for at, _, _ in chosen}
        kept = self.events.get(persona.id, [EventId(event_id) for event_id in sorted(wanted)])
        shown = {event_id: shown_event(event) for event_id, event in kept.items()}
        found = {event_id: event for event_id, event in shown.items() if event.text}  # the rest is our own echo

        def events_at(places: list[int]) -> tuple[Event, ...]:
            return tuple(found[event_id] for at in places if (event_id := EventId(int(roster.ids[at]))) in found)

        return [
            Recollection(
                event,
                relevance * why.share_of_best,
                why,
                before=events_at(around[at][0]),
                after=events_at(around[at][1]),
                outdated_by=None if placed.outdated_by is None else EventId(placed.outdated_by),
            )
            for at, placed, why in chosen
            if (event := found.get(EventId(int(roster.ids[at])))) is not None
        ]


def _with_later(best: Ints, gathered: Gathered, roster: Roster, allowed: NDArray[np.bool_] | None) -> Ints:
    """Return the best with the turns that hold in the stead of the first few, where they were not found by themselves."""
    later = {each for at in best[: relevance.JUDGED] for each in gathered.later(EventId(int(roster.ids[at])))}
    at = roster.positions(np.array(sorted(later), np.int64))
    at = at[~np.isin(at, best[: arranging.COMPARED])]
    at = at if allowed is None else at[allowed[at]]
    if not len(at):
        return best
    rest = best[~np.isin(best, at)]
    head = max(relevance.JUDGED, arranging.COMPARED - len(at))
    return np.concatenate([rest[:head], at, rest[head:]])


def _spread(near: tuple[Ints, NDArray[np.float32]] | None, roster: Roster) -> NDArray[np.float32] | None:
    if near is None:
        return None
    item_ids, cosines = near
    if np.array_equal(item_ids, roster.ids):  # the usual case: everything has a vector
        return cosines
    spread = np.full(len(roster), np.nan, np.float32)
    at = np.searchsorted(roster.ids, item_ids)
    known = at < len(roster)
    known[known] = roster.ids[at[known]] == item_ids[known]
    spread[at[known]] = cosines[known]
    return spread


def _around(roster: Roster, at: int, *, reach: int) -> tuple[list[int], list[int]]:
    before, after, nobody = [], [], len(roster)
    early = late = int(at)
    for _ in range(reach):
        early, late = int(roster.before[early]), int(roster.after[late])
        before += [early] if early != nobody else []
        after += [late] if late != nobody else []
    return before[::-1], after


@dataclass(frozen=True, slots=True)
class _Found:
    """Everything that was found for a cue; explains any event of the roster."""

    cue: str
    roster: Roster
    evidence: Evidence
    scores: Scores
    judged: Relevance
    best: Ints
    """The positions that were judged, best first."""
    floor: float

    def why(self, placed: Placed) -> Why:
        place = placed.place
        at = int(self.best[place])
        scores, cosines, event_id = self.scores, self.evidence.cosines, int(self.roster.ids[at])
        held = {token for token, event_ids in self.evidence.postings.items() if _holds(event_ids, event_id)}
        return Why(
            words=float(scores.words[at]),
            words_around=float(scores.words_around[at]),
            meaning=float(scores.meaning[at]),
            meaning_around=float(scores.meaning_around[at]),
            speaker=float(scores.speaker[at]),
            time=float(scores.time[at]),
            recency=float(scores.recency[at]),
            total=scores.total_at(at),
            cosine=None if cosines is None or np.isnan(cosines[at]) else float(cosines[at]),
            coverage=float(scores.words[at] + scores.words_around[at]),
            matched=shared_words(self.cue[: cues.LONGEST_READ], held),
            nearness=float(self.judged.nearness[place]),
            misattribution=self.judged.misattribution,
            relevance=float(self.judged.value[place]),
            floor=self.floor,
            share_of_best=placed.strength / max(scores.total_at(int(self.best[0])), 1e-9),
        )


def _holds(event_ids: Ints, event_id: int) -> bool:
    at = int(np.searchsorted(event_ids, event_id))
    return at < len(event_ids) and int(event_ids[at]) == event_id
