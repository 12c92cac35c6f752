"""Recall: what comes to mind for a cue, and why (SPEC R2, R5, R6, R8).

Words and meaning are looked for side by side.  While vectors are missing, or the embedder cannot be reached, words alone
serve.  When nothing is relevant, nothing comes to mind; what is far weaker than the best does not either.

Whoever asks does not wait for whoever writes: of what is new only a little is embedded before the answer, and nothing when
other processes hold the store; the rest goes on beside it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

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
from omoide.domain.recall.changes.tense import Tense, tense_of
from omoide.domain.recall.cue import Term
from omoide.domain.recall.parts import advice, spelling
from omoide.domain.recall.parts.answerability import LOOKED_AT, AnswerGrounds, grounds, stands_alone
from omoide.domain.recall.parts.senses import Senses
from omoide.domain.recall.passage import Passage, PassageKind
from omoide.domain.recall.ranking import Evidence, Floats, Ranked, RankingRules, Scores
from omoide.domain.recall.recollection import Recollection, Why
from omoide.domain.recall.relevance import TAIL_SHARE, Calibration, Relevance
from omoide.domain.time import period
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.small_talk import is_nod
from omoide.errors import EmbedderUnavailable, StoreBusy, StoreReadOnly
from omoide.ports.events.store import EventStore
from omoide.ports.jobs.background import Background
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import Nearness, Postings, Rosters, TextIndex, ThingVectors, VectorIndex
from omoide.ports.time.clock import Clock
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.found_turns import FoundTurns, TurnHit
from omoide.usecases.recall.holding import Gathered, Holding
from omoide.usecases.recall.read_together import ReadTogether, ReadTurns
from omoide.usecases.recall.vectors_beside import VectorsBeside

LONGEST_EMBEDDED = 2_000
"""Characters of a cue that are embedded; a longer one is asked by its beginning."""
LEFT_WAITING = 20
"""Passages of the session that asks which may wait for their vectors: some ten turns."""
MOST_EMBEDDED = 200
"""Passages that get their vectors before an answer: those who write all the time would else be followed without end."""
Vectors = NDArray[np.float32]
Ahead = Callable[[Callable[[], Vectors]], Callable[[], Vectors]]
"""Begins something beside the caller; what it returns waits for it."""


def when_needed(do: Callable[[], Vectors]) -> Callable[[], Vectors]:
    """Begin nothing ahead."""
    return do


@dataclass(frozen=True, slots=True)
class RecallOutcome:
    """What comes to mind, and what it was chosen from."""

    told: list[Recollection]
    found: FoundTurns | None
    """`None` when nothing was looked for."""


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
    beside: VectorsBeside
    """Makes the vectors of what a server has just learnt."""
    clock: Clock
    rules: RankingRules
    calibration: Calibration
    """What cosines of the embedder's space mean."""
    floor: float
    """0..1: relevance that something must reach for anything to come to mind."""
    senses: Senses | None = None
    """What was learnt about cues and turns in the embedder's space; `None` where nothing was."""
    judges: bool = True
    """Whether it stays silent, too, where what was found can hardly answer the cue."""
    reading: ReadTogether | None = None
    """Reads the first turns together with the cue; `None` where there is nobody who can."""
    reach: int = 1
    """Turns shown before and after each recollection."""
    catch_up_seconds: float = 2.0
    ahead: Ahead = when_needed
    """Has the cue embedded while its words are looked up."""

    def __call__(
        self,
        persona: Persona,
        cue: str,
        *,
        where: EventFilter,
        limit: int,
        abstains: bool = True,
        least_share: float = TAIL_SHARE,
        deep: bool = False,
    ) -> list[Recollection]:
        """Return what comes to mind, the most relevant first; without `abstains` also what is not worth saying.

        What has less than `least_share` of the best one's score is left out.  `deep`: as for `outcome`.
        """
        return self.outcome(
            persona, cue, where=where, limit=limit, abstains=abstains, least_share=least_share, deep=deep
        ).told

    def outcome(
        self,
        persona: Persona,
        cue: str,
        *,
        where: EventFilter,
        limit: int,
        abstains: bool = True,
        least_share: float = TAIL_SHARE,
        in_view: Collection[EventId] = (),
        deep: bool = False,
    ) -> "RecallOutcome":
        """Return what comes to mind, with all that was found; `in_view` are turns that whoever asks is shown anyway.

        `deep`: more of the first turns are read together with the cue, and in full, before their order is settled.
        """
        if not cue.strip() or limit <= 0 or (abstains and is_nod(SpokenTurn(cue))):
            return RecallOutcome([], None)  # a greeting asks for nothing (R1)
        found = self.found(persona, cue, where=where, limit=limit, in_view=in_view, deep=deep)
        if abstains and not found.is_worth_saying:
            return RecallOutcome([], found)
        whys = [(each, found.why(each)) for each in found.placed[:limit]]
        chosen = [
            (each, why)
            for each, why in whys
            if not abstains or why.share_of_best >= min(least_share, found.least_of(each))
        ]
        return RecallOutcome(self._told(persona, found, chosen), found)

    def hits(self, persona: Persona, cue: str, *, limit: int, heard: EventFilter | None = None) -> list[TurnHit]:
        """Return which turns come to mind, the most relevant first, for somebody who tells them by their memories.

        `heard`: turns that whoever asks has before them anyway; their vectors may follow later.
        """
        found = self.sought(persona, cue, limit=limit, heard=heard)
        return [] if found is None else found.hits(limit=limit)

    def sought(self, persona: Persona, cue: str, *, limit: int, heard: EventFilter | None = None) -> FoundTurns | None:
        """Return everything that was found for the same; `None` when nothing was looked for.

        A prompt is shown several memories and takes no glance: it would wait a fifth longer for hardly any more of the right ones.
        """
        if not cue.strip() or limit <= 0 or is_nod(SpokenTurn(cue)):
            return None
        return self.found(persona, cue, where=EventFilter(), limit=limit, heard=heard, glances=False)

    def found(
        self,
        persona: Persona,
        cue: str,
        *,
        where: EventFilter,
        limit: int,
        heard: EventFilter | None = None,
        in_view: Collection[EventId] = (),
        deep: bool = False,
        glances: bool = True,
    ) -> FoundTurns:
        """Return everything that was found for a cue, with the grounds on which it is told or not.

        Of what is `in_view` nothing is found: a question that was just asked is no answer to itself.  The first turns are read
        together with the cue, at a glance unless `deep`.
        """
        embedded = self.ahead(lambda: self.embedder.embed([cue[:LONGEST_EMBEDDED]], role="query"))
        terms, postings = self._words(persona, cue)
        near = self._meaning(persona, embedded, heard)
        roster = self.rosters.roster(persona.id)  # after words and vectors: it holds whatever they found
        evidence = self._evidence(persona, cue, terms, postings, where=where, near=near, roster=roster)
        scores = ranking.score(evidence, roster=roster, rules=self.rules)
        allowed = self._allowed(persona, where, roster, in_view)
        most = max(limit, LOOKED_AT, arranging.COMPARED)
        best = ranking.order(scores, roster=roster, allowed=allowed, limit=most)
        vectors = self._vectors(persona, cue, near, _ids(roster, best.at))
        if near is not None and near.found.is_estimate:
            ranking.sharpen(
                evidence, scores, at=best.at, cosines=self._cosines(near, vectors, roster, best.at), rules=self.rules
            )
            best = ranking.order(scores, roster=roster, allowed=allowed, limit=most)
        read = None
        if deep or glances:
            read = self._read(persona, cue, best, roster=roster, evidence=evidence, scores=scores, deep=deep)
        is_alone = stands_alone(scores, best)  # by its words, whatever else is read in it
        best = best if read is None else read.best
        gathered = self._gathered(
            persona, cue, evidence, scores, best, roster=roster, where=where, limit=limit, vectors=vectors
        )
        best = _with_later(best, scores, gathered, roster, allowed)
        judged = relevance.relevance(evidence, scores, at=best.at, calibration=self.calibration)
        on = self._grounds(near, evidence, scores, best, judged)
        judges = None if on is None or evidence.asks_only_when else self.senses
        chance = None if on is None or judges is None else judges.answerability.chance(on)
        least = self.senses.answerability.least if self.senses is not None and self.judges else 0.0
        first = gathered.said(_ids(roster, best.at[: relevance.JUDGED]))
        # What should shape advice answers nothing, and from one language to the other the network tells little.
        is_told_otherwise = (on is not None and on.is_request) or cues.is_across_languages(cue, first)
        placed = gathered.placed([EventId(int(each)) for each in roster.ids[best.at]], best.total.tolist())
        return FoundTurns(
            cue,
            roster,
            evidence,
            scores,
            judged,
            best,
            placed,
            gathered.shown,
            self._floor_of(cue, near, first),
            on,
            chance,
            least,
            is_alone or stands_alone(scores, best),
            TAIL_SHARE if read is None else read.least_share,
            frozenset() if read is None else read.at,
            _is_near_only(evidence, scores, best, read) and not is_told_otherwise,
        )

    def _read(
        self,
        persona: Persona,
        cue: str,
        best: Ranked,
        *,
        roster: Roster,
        evidence: Evidence,
        scores: Scores,
        deep: bool,
    ) -> ReadTurns | None:
        """Return the order once the first turns were read together with the cue; `None` where nobody reads."""
        if self.reading is None or evidence.asks_only_when:
            return None  # whether a turn answers a cue that asks after a day is told by the day
        return self.reading(
            persona,
            cue,
            roster,
            best,
            lengths=scores.length[best.at],
            deep=deep,
            is_own_life=not (scores.speaker > 0).any(),
            names_a_time=bool(evidence.periods),
        )

    def _floor_of(self, cue: str, near: "_Near | None", found: list[str]) -> float:
        """Return what must be reached for this cue, given what the first of those found say."""
        if self.senses is None or near is None:
            return self.floor
        # From one language to the other no word is shared and cosines are lower; whether it is an answer is judged by its grounds.
        if self.judges and cues.is_across_languages(cue, found):
            return 0.0
        # What should shape advice often has nothing in common with the request for it.
        return self.floor * (1.0 - advice.asked(self.senses, near.cue))

    def _grounds(
        self, near: "_Near | None", evidence: Evidence, scores: Scores, best: Ranked, judged: Relevance
    ) -> AnswerGrounds | None:
        if self.senses is None or near is None or not len(best.at):
            return None
        return grounds(
            evidence,
            scores,
            best,
            misattribution=judged.misattribution,
            request=self.senses.request.leaning(near.cue),
        )

    def _meaning(self, persona: Persona, embedded: Callable[[], Vectors], heard: EventFilter | None) -> "_Near | None":
        try:
            with suppress(StoreReadOnly):  # words find what has no vector, where none can be kept
                self._catch_up(persona, heard)
            [vector] = embedded()
        except EmbedderUnavailable:
            return None
        near = self.vectors.nearness(
            persona.id,
            vector,
            space=self.embedder.space,
            kind=PassageKind.EVENT,
            answer_weight=self.rules.answer_weight,
        )
        return _Near(vector, near)

    def _catch_up(self, persona: Persona, heard: EventFilter | None) -> None:
        """Make missing vectors now if they are few; if they are many (a new embedder, an import), go on beside us.

        Nobody waits for what was just said where it is asked: somebody who works beside us makes its vectors, or whoever asks
        elsewhere, or we do, beside the caller, once it is more than a little.  No prompt waits for what a server learns at the
        same time.
        """
        name = f"vectors of {persona.id}"
        if self.background.is_busy(name) or (heard is not None and self.beside.are_under_way(persona.id)):
            return
        waiting = [] if heard is None else self.catch_up_now.waiting(persona.id, limit=LEFT_WAITING)
        if heard is not None and self._are_heard(persona, heard, waiting):
            if len(waiting) < LEFT_WAITING:
                return
        elif self._is_caught_up(persona):
            return
        self.background.start(name, lambda should_stop: self.catch_up(persona.id, should_stop=should_stop))

    def _are_heard(self, persona: Persona, heard: EventFilter, waiting: Sequence[Passage]) -> bool:
        """Tell whether these are nothing but turns that were heard; memories, which are made of turns, are not looked for here."""
        if any(each.kind not in (PassageKind.EVENT, PassageKind.MEMORY) for each in waiting):
            return False
        turns = {each.item_id for each in waiting if each.kind is PassageKind.EVENT}
        return not turns or turns <= set(self.rosters.matching(persona.id, heard).tolist())

    def _is_caught_up(self, persona: Persona) -> bool:
        try:
            done = self.catch_up_now(persona.id, within_seconds=self.catch_up_seconds, most=MOST_EMBEDDED)
        except StoreBusy:
            return False
        return done.is_complete

    def _evidence(
        self,
        persona: Persona,
        cue: str,
        terms: Sequence[Term],
        postings: Postings,
        *,
        where: EventFilter,
        near: "_Near | None",
        roster: Roster,
    ) -> Evidence:
        now = self.clock.now() if where.as_of is None else where.as_of
        times = period.named_times(cue, now=now, tz=persona.tz)
        asks_only_when = bool(times.periods) and cues.asks_for_anything(times.rest)
        held = postings.ids
        if asks_only_when:  # of its words only those of a date tell: who names it speaks of it
            of_dates = {term.token for term in cues.query_terms(times.dates)} if times.dates else set()
            terms = [term for term in terms if term.token in of_dates]
            held = {token: ids for token, ids in held.items() if token in of_dates}
        return Evidence(
            terms=terms,
            postings=held,
            frequencies=postings.frequencies,
            cosines=None if near is None else _spread(near.found.item_ids, near.found.cosines, roster),
            characters=None if near is None else _lengths(near.found, roster),
            advice=None if near is None else self._advice(persona, near.cue, roster),
            periods=times.periods,
            asks_only_when=asks_only_when,
            present=now if cues.asks_of_present(cue) else None,
            is_foreign=cues.is_foreign(cue),
        )

    def _gathered(
        self,
        persona: Persona,
        cue: str,
        evidence: Evidence,
        scores: Scores,
        best: Ranked,
        *,
        roster: Roster,
        where: EventFilter,
        limit: int,
        vectors: Mapping[int, ThingVectors],
    ) -> Gathered:
        # Those that will be shown are shown with the turns around them: one look into the log serves both.
        strong = best.at[: min(limit, arranging.COMPARED)]
        strong = strong[best.total[: len(strong)] >= arranging.ALIKE_STRENGTH * best.total[:1]]
        sides = {place for at in strong for side in _around(roster, at, reach=self.reach) for place in side}
        return self.holding(
            persona,
            cue,
            evidence.terms,
            _ids(roster, best.at[: arranging.COMPARED]),
            beside=_ids(roster, sides),
            now=self.clock.now() if where.as_of is None else where.as_of,
            is_of_then=bool(evidence.periods),
            is_of_others=bool((scores.speaker > 0).any()),
            meanings={event_id: found.rows[0] for event_id, found in vectors.items()},
        )

    def _vectors(
        self, persona: Persona, cue: str, near: "_Near | None", event_ids: Sequence[EventId]
    ) -> Mapping[int, ThingVectors]:
        """Return the vectors of what was found, where they are needed: to compare exactly, or with each other."""
        if near is None or not (near.found.is_estimate or tense_of(cue) in (Tense.NOW, Tense.STATE)):
            return {}
        return self.vectors.vectors_of(persona.id, event_ids, space=self.embedder.space, kind=PassageKind.EVENT)

    def _cosines(
        self, near: "_Near", vectors: Mapping[int, ThingVectors], roster: Roster, at: Ints
    ) -> NDArray[np.float32]:
        """Return how near these events are exactly; what has no vector keeps none."""
        nowhere = np.float32(np.nan)
        return np.array(
            [
                nowhere if (found := vectors.get(int(each))) is None else self._cosine(near.cue, found)
                for each in roster.ids[at]
            ],
            np.float32,
        )

    def _cosine(self, cue: NDArray[np.float32], found: ThingVectors) -> np.float32:
        weights = np.where(found.are_answers, np.float32(self.rules.answer_weight), np.float32(1.0))
        nearest: np.float32 = (found.rows @ cue * weights).max()
        return nearest

    def _words(self, persona: Persona, cue: str) -> tuple[list[Term], Postings]:
        """Return the terms of the cue and where they are found; a word nobody said is read as one a slip away."""
        terms = cues.query_terms(cue)
        known = self.texts.postings(persona.id, [term.token for term in terms], kind=PassageKind.EVENT)
        slips: dict[str, str] = {}
        ids, frequencies = dict(known.ids), dict(known.frequencies)
        for term in cues.misspelt(terms, found=known.frequencies):
            near = self.texts.postings(persona.id, spelling.one_slip_away(term.token), kind=PassageKind.EVENT)
            if near.ids:
                slips[term.token] = best = max(near.ids, key=lambda token: len(near.ids[token]))
                ids[best], frequencies[best] = near.ids[best], near.frequencies[best]
        return (cues.respelt(terms, slips), Postings(ids, frequencies)) if slips else (terms, known)

    def _advice(self, persona: Persona, cue: NDArray[np.float32], roster: Roster) -> Floats | None:
        if self.senses is None or not (request := advice.asked(self.senses, cue)):
            return None
        told = self.vectors.leaning(
            persona.id, self.senses.telling.vector, space=self.embedder.space, kind=PassageKind.EVENT
        )
        return advice.lift(self.senses, request, _spread(told.item_ids, told.cosines, roster))

    def _allowed(
        self, persona: Persona, where: EventFilter, roster: Roster, in_view: Collection[EventId]
    ) -> NDArray[np.bool_] | None:
        if where.is_open and not in_view:
            return None
        allowed = np.full(len(roster), where.is_open)
        if not where.is_open:
            allowed[roster.positions(self.rosters.matching(persona.id, where))] = True
        allowed[np.isin(roster.ids, np.array(sorted(in_view), np.int64))] = False
        return allowed

    def _told(self, persona: Persona, found: FoundTurns, hits: list[tuple[Placed, Why]]) -> list[Recollection]:
        roster = found.roster
        chosen = [(int(found.best.at[placed.place]), placed, why) for placed, why in hits]
        around = {at: _around(roster, at, reach=self.reach) for at, _, _ in chosen}
        wanted = _ids(roster, {place for at, sides in around.items() for side in sides for place in (at, *side)})
        wanted += _ids(roster, around)
        missing = sorted(set(wanted) - set(found.shown))
        read = self.events.get(persona.id, missing) if missing else {}
        shown = {**found.shown, **{event_id: shown_event(event) for event_id, event in read.items()}}
        told = {event_id: shown[event_id] for event_id in wanted if event_id in shown}
        told = {event_id: event for event_id, event in told.items() if event.text}  # the rest is our own echo

        def events_at(places: list[int]) -> tuple[Event, ...]:
            return tuple(told[event_id] for event_id in _ids(roster, places) if event_id in told)

        return [
            Recollection(
                event,
                found.judged.of_all * why.share_of_best,
                why,
                before=events_at(around[at][0]),
                after=events_at(around[at][1]),
                outdated_by=None if placed.outdated_by is None else EventId(placed.outdated_by),
                near_only=found.near_only,
            )
            for at, placed, why in chosen
            if (event := told.get(EventId(int(roster.ids[at])))) is not None
        ]


def _is_near_only(evidence: Evidence, scores: Scores, best: Ranked, read: ReadTurns | None) -> bool:
    """Tell whether what was found only comes near what was asked: it does not read as an answer, or lies beside the time asked for."""
    if evidence.asks_only_when:
        return not ranking.are_of_then(scores, at=best.at[: relevance.JUDGED]).any()
    return read is not None and read.near_only


def _with_later(
    best: Ranked, scores: Scores, gathered: Gathered, roster: Roster, allowed: NDArray[np.bool_] | None
) -> Ranked:
    """Return the best with the turns that hold in the stead of the first few, where they were not found by themselves."""
    later = {each for at in best.at[: relevance.JUDGED] for each in gathered.later(EventId(int(roster.ids[at])))}
    if not later:
        return best
    at = roster.positions(np.array(sorted(later), np.int64))
    at = at[~np.isin(at, best.at[: arranging.COMPARED])]
    at = at if allowed is None else at[allowed[at]]
    if not len(at):
        return best
    rest = ~np.isin(best.at, at)
    head = max(relevance.JUDGED, arranging.COMPARED - len(at))
    own = scores.total[at]

    def among(known: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([known[rest][:head], new, known[rest][head:]])

    return Ranked(among(best.at, at), among(best.total, own), among(best.repeated, np.zeros(len(at))))


@dataclass(frozen=True, slots=True)
class _Near:
    """A cue's vector, and how near everything lies to it."""

    cue: NDArray[np.float32]
    found: Nearness


def _spread(item_ids: Ints, values: NDArray[np.float32], roster: Roster) -> NDArray[np.float32]:
    """Return the values in the roster's order, `nan` for an event that has none."""
    if np.array_equal(item_ids, roster.ids):  # the usual case: everything has a vector
        return values
    spread = np.full(len(roster), np.nan, np.float32)
    if np.array_equal(item_ids, roster.ids[: len(item_ids)]):  # the next: only the last turns have none
        spread[: len(item_ids)] = values
        return spread
    at = np.searchsorted(roster.ids, item_ids)
    known = at < len(roster)
    known[known] = roster.ids[at[known]] == item_ids[known]
    spread[at[known]] = values[known]
    return spread


def _lengths(near: Nearness, roster: Roster) -> Ints:
    """Return the characters of each event; one that has no vector yet counts as short."""
    if np.array_equal(near.item_ids, roster.ids):
        return near.characters
    return np.nan_to_num(_spread(near.item_ids, near.characters.astype(np.float32), roster)).astype(np.int64)


def _ids(roster: Roster, places: Iterable[int]) -> list[EventId]:
    return [EventId(int(roster.ids[place])) for place in places]


def _around(roster: Roster, at: int, *, reach: int) -> tuple[list[int], list[int]]:
    before, after, nobody = [], [], len(roster)
    early = late = int(at)
    for _ in range(reach):
        early, late = int(roster.before[early]), int(roster.after[late])
        before += [early] if early != nobody else []
        after += [late] if late != nobody else []
    return before[::-1], after
