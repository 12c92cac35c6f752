"""How evidence becomes an order: which events a cue brings back, and why.

Six kinds of evidence are weighed, each over all events of a persona at once:

words    the share of the cue's words that an event holds, each worth its rarity.  A word said one or two turns earlier
         or later counts partly (`parts.lending`).  Presence counts, not frequency or length; on short and on long talk
         this was measured to be no worse than BM25's saturation, and it needs nothing but postings.  Words of the cue
         that were never said by anyone lower the share: then meaning decides.
meaning  how near the nearest passage of the event is to the cue, helped by near neighbours in the same way.  What an
         assistant answered at length counts a little less than what the user said.
speaker  whether the event was said by someone the cue names.
time     whether the event lies near a time the cue names.
recency  how new the event is, but only for a cue that asks how things are now.
advice   whether the event tells what a request for advice should heed (`parts.advice`).

The score is their weighted sum, less a little for each page of a session after the first (`parts.variety`).
Nothing here reads a store, and no part depends on the backend that found the words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.roster import Ints, Roster
from omoide.domain.recall.cue import Term
from omoide.domain.recall.parts import lending, variety
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.time.period import Period

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How much each kind of evidence counts."""

    meaning_weight: float = 1.0
    foreign_meaning_weight: float = 0.3
    """The same for a cue in a language that the embedder does not speak: such texts are found by their characters."""
    speaker_weight: float = 0.3
    speaker_share: float = 0.02
    """Share of the turns that must begin with a name before it is taken as someone who speaks (`Note: …` is nobody)."""
    time_weight: float = 0.4
    beside_time: float = 0.05
    """What words and meaning count where the cue asks after a time and nothing in it: they settle the order of that time only."""
    time_reach_days: float = 7.0
    """How far from a named period an event may lie and still be lifted by a third of it."""
    recency_weight: float = 0.3
    recency_reach_days: float = 90.0
    neighbour_words: tuple[float, ...] = (0.6, 0.3)
    """What a word counts when it was said one, two … turns away; at the event itself it counts 1."""
    neighbour_meaning: tuple[float, ...] = (0.5, 0.25)
    answer_weight: float = 0.9
    """What nearness counts when only a long answer of an assistant is near; most of what is asked for was said by users."""


DEFAULT_RULES = RankingRules()
_WHOLE = 0.999
"""Share of a date's words from which on a turn names it."""
POOL = 40
"""How many more than asked for are looked at, so that another session may come before pages of the same."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the index found for a cue, over the events of a roster."""

    terms: Sequence[Term]
    postings: Mapping[str, Ints]
    """Token → ids of the events that hold it, ascending; of words in very many events they are not listed."""
    cosines: NDArray[np.float32] | None
    """One value for each event of the roster, `nan` where it has no vector; `None` when there are no vectors at all."""
    periods: Sequence[Period] = ()
    asks_only_when: bool = False
    """Whether the cue asks after these periods and nothing in them: then meaning says little, and the terms are those of its dates."""
    present: Moment | None = None
    """The moment of asking, when the cue asks how things are now; else `None`."""
    frequencies: Mapping[str, int] = field(default_factory=dict)
    """Token → how many events hold it, also where they are not listed."""
    characters: Ints | None = None
    """How long each event of the roster is; `None` when that is not known."""
    advice: Floats | None = None
    """What each event gains because the cue asks for advice; `None` when it does not."""
    is_foreign: bool = False
    """Whether the cue is in a language that the embedder does not speak."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The parts of every event's score, as columns over the roster, already weighted: the score is their sum."""

    words: Floats
    words_around: Floats
    meaning: Floats
    meaning_around: Floats
    speaker: Floats
    time: Floats
    recency: Floats
    advice: Floats
    length: Floats
    """0..1: how far each event is a page rather than a line; 0 where that is not known.  No part of the sum."""

    @property
    def coverage(self) -> Floats:
        """Return the share of the cue's words that each event and its neighbours hold, 0..1."""
        return self.words + self.words_around

    @property
    def total(self) -> Floats:
        """Return the sum of all parts."""
        said = self.words + self.words_around + self.meaning + self.meaning_around
        return said + self.speaker + self.time + self.recency + self.advice


@dataclass(frozen=True, slots=True)
class Ranked:
    """The best events, and their scores in this order."""

    at: Ints
    """Their positions in the roster, best first."""
    total: Floats
    """Never rising."""
    repeated: Floats
    """What each lost because others of its session stand before it; 0 or less.  The total has it in it."""


def score(evidence: Evidence, *, roster: Roster, rules: RankingRules = DEFAULT_RULES) -> Scores:
    """Return the score of every event of the roster, in parts."""
    # Tokens of one word are often found in the same events, as the same array: each is looked at once.
    found = {id(ids): ids for ids in evidence.postings.values()}
    places = {key: roster.positions(ids) for key, ids in found.items()}
    at = {token: places[id(ids)] for token, ids in evidence.postings.items()}
    own, window, mass = _word_scores(evidence, at, roster=roster, rules=rules)
    mass = max(mass, 1e-9)
    meaning, meaning_around = _meaning_scores(evidence, roster=roster, rules=rules)
    words_around, openness = (window - own) / mass, lending.openness(evidence.characters, roster=roster)
    if openness is not None:
        words_around *= openness
        meaning_around *= openness
    said = _share_of_said(evidence, rules)
    return Scores(
        words=said * own / mass,
        words_around=said * words_around,
        meaning=said * meaning,
        meaning_around=said * meaning_around,
        speaker=_speaker_scores(evidence.terms, at, roster=roster, rules=rules),
        time=_time_scores(evidence, own / mass, roster=roster, rules=rules),
        recency=_recency_scores(evidence.present, roster=roster, rules=rules),
        advice=np.zeros(len(roster)) if evidence.advice is None else evidence.advice,
        length=_lengths(evidence.characters, roster=roster),
    )


def sharpen(
    evidence: Evidence, scores: Scores, *, at: Ints, cosines: NDArray[np.float32], rules: RankingRules = DEFAULT_RULES
) -> None:
    """Put exact cosines in the place of estimates, for the events at these positions."""
    if evidence.cosines is None:
        return
    weight = rules.foreign_meaning_weight if evidence.is_foreign else rules.meaning_weight
    evidence.cosines[at] = cosines
    scores.meaning[at] = _share_of_said(evidence, rules) * weight * np.fmax(cosines, 0.0)


def are_of_then(scores: Scores, *, at: Ints, rules: RankingRules = DEFAULT_RULES) -> NDArray[np.bool_]:
    """Tell which events at these positions lie in a period that the cue names."""
    return scores.time[at] >= rules.time_weight


def _share_of_said(evidence: Evidence, rules: RankingRules) -> float:
    """Return what words and meaning count."""
    return rules.beside_time if evidence.asks_only_when else 1.0


def order(scores: Scores, *, roster: Roster, allowed: NDArray[np.bool_] | None = None, limit: int) -> Ranked:
    """Return the best events, best first; of equals the newer one first."""
    whole = scores.total
    pool = _highest(whole, roster=roster, allowed=allowed, limit=limit + POOL)
    total = whole[pool]
    if not scores.length[pool].any():  # nothing but short turns: the order stands
        return Ranked(pool[:limit], total[:limit], np.zeros(min(limit, len(pool))))
    chosen, lost = variety.varied(total, roster.sessions[pool], scores.length[pool], limit=limit)
    return Ranked(pool[chosen], (total - lost)[chosen], -lost[chosen])


def _highest(total: Floats, *, roster: Roster, allowed: NDArray[np.bool_] | None, limit: int) -> Ints:
    """Return the positions of those with the highest sums, highest first; of equals the newer one first."""
    if allowed is not None:
        total = np.where(allowed, total, -np.inf)
    count = min(limit, len(total) if allowed is None else int(allowed.sum()))
    if count <= 0:
        return np.empty(0, dtype=np.int64)
    high = np.flatnonzero(total >= _lower_bound(total, count))
    return high[np.lexsort((-roster.created[high], -total[high]))][:count]


def _lower_bound(total: Floats, count: int) -> float:
    """Return a value that at least `count` events reach, and not many more; a sample tells it without sorting all."""
    sample = total[::16] if len(total) >= 64 * count else total
    return float(np.partition(sample, len(sample) - count)[len(sample) - count])


def rarity(found_in: int, *, of: int) -> float:
    """Return what a word is worth that `found_in` of so many events hold (the IDF of BM25, never negative)."""
    return float(np.log1p((of - min(found_in, of) + 0.5) / (found_in + 0.5)))


def _word_scores(
    evidence: Evidence, at: Mapping[str, Ints], *, roster: Roster, rules: RankingRules
) -> tuple[Floats, Floats, float]:
    """Return each event's own worth of words, that of its window, and the worth of all words of the cue."""
    count = len(roster)
    own, window, presence = np.zeros(count + 1), np.zeros(count + 1), np.zeros(count + 1)
    mass = 0.0
    worths: dict[int, tuple[Ints, float]] = {}
    for term in evidence.terms:
        if term.is_speaker:
            continue
        here = at.get(term.token, _NOWHERE)
        worth = term.weight * rarity(max(len(here), evidence.frequencies.get(term.token, 0)), of=count)
        mass += worth
        worths[id(here)] = here, worths.get(id(here), (here, 0.0))[1] + worth
    for here, worth in worths.values():
        own[here] += worth
        rings = list(lending.rings(here, roster=roster, shares=rules.neighbour_words))
        for ring, lent in rings:
            presence[ring] = np.maximum(presence[ring], lent)
        presence[here] = 1.0
        touched = np.concatenate([here, *(ring for ring, _ in rings)])
        window[touched] += worth * presence[touched]  # a position that comes twice is still added once
        presence[touched] = 0.0
    return own[:count], window[:count], mass


def _meaning_scores(evidence: Evidence, *, roster: Roster, rules: RankingRules) -> tuple[Floats, Floats]:
    count = len(roster)
    if evidence.cosines is None:
        return np.zeros(count), np.zeros(count)
    own = np.zeros(count + 1)
    weight = rules.foreign_meaning_weight if evidence.is_foreign else rules.meaning_weight
    np.multiply(np.fmax(evidence.cosines, 0.0), weight, out=own[:count])
    return own[:count], lending.around(own, roster=roster, shares=rules.neighbour_meaning)[:count]


def _speaker_scores(terms: Sequence[Term], at: Mapping[str, Ints], *, roster: Roster, rules: RankingRules) -> Floats:
    scores = np.zeros(len(roster))
    fewest = max(2.0, rules.speaker_share * len(roster))
    for term in terms:
        if term.is_speaker and len(here := at.get(term.token, _NOWHERE)) >= fewest:
            # Where everything is said by one person, the name tells nothing.
            scores[here] = np.maximum(scores[here], rules.speaker_weight * (1.0 - len(here) / len(roster)))
    return scores


def _time_scores(evidence: Evidence, words: Floats, *, roster: Roster, rules: RankingRules) -> Floats:
    scores = np.zeros(len(roster))
    for period in evidence.periods:
        early = np.maximum(period.start - roster.created, 0)
        late = np.maximum(roster.created - (period.end - 1), 0)
        scores = np.maximum(scores, _fading(early + late, reach_days=rules.time_reach_days))
    if evidence.asks_only_when:
        of_then = (scores == 1.0) | (words >= _WHOLE)  # said then, or naming that very date
        scores = np.where(of_then, 1.0, 0.0 if of_then.any() else scores)
    return rules.time_weight * scores


def _recency_scores(present: Moment | None, *, roster: Roster, rules: RankingRules) -> Floats:
    if present is None:
        return np.zeros(len(roster))
    return rules.recency_weight * _fading(np.abs(present - roster.created), reach_days=rules.recency_reach_days)


def _lengths(characters: Ints | None, *, roster: Roster) -> Floats:
    if characters is None or characters.max(initial=0) <= lending.SHORT_CHARACTERS:
        return np.zeros(len(roster))
    return 1.0 - np.minimum(1.0, lending.SHORT_CHARACTERS / np.maximum(characters, 1.0))


def _fading(seconds: Ints, *, reach_days: float) -> Floats:
    return np.exp(seconds / (-reach_days * DAY_SECONDS))


_NOWHERE: Ints = np.empty(0, dtype=np.int64)
