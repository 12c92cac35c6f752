"""Reading the first turns that were found together with the cue: at a glance for whoever waits, in full for whoever asks on purpose."""

from dataclasses import dataclass

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventId
from omoide.domain.events.roster import Roster
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import cue as cues
from omoide.domain.recall.changes.tense import Tense, tense_of
from omoide.domain.recall.parts import reading_together as reading
from omoide.domain.recall.parts.reading_together import DEEP, GLANCE, LONGEST_CUE_GLANCED, ReadingRules, TurnToRead
from omoide.domain.recall.ranking import Floats, Ranked
from omoide.domain.recall.relevance import TAIL_SHARE
from omoide.domain.understanding.judging.frames import frames
from omoide.errors import ReaderUnavailable
from omoide.ports.events.store import EventStore
from omoide.ports.recall.answering import PairReader


@dataclass(frozen=True, slots=True)
class ReadTurns:
    """What was found, once its first turns were read, in its order."""

    best: Ranked
    least_share: float
    """0..1: how strong beside the best something must be to come to mind."""
    near_only: bool
    """Nothing that was read reads as an answer."""
    at: frozenset[int]
    """Places in the roster of what was read."""


@dataclass(frozen=True, slots=True)
class ReadTogether:
    """Reads the first turns together with the cue."""

    events: EventStore
    reader: PairReader
    glances: bool = True
    """Whether it reads for somebody who waits, too."""

    def __call__(
        self,
        persona: Persona,
        cue: str,
        roster: Roster,
        best: Ranked,
        *,
        lengths: Floats,
        deep: bool,
        is_own_life: bool,
        names_a_time: bool,
    ) -> ReadTurns | None:
        """Return the order by score and odds, `None` where nothing is read.

        `lengths`: how far each of the best is a page.  `is_own_life`: nobody is named whose talk was recorded; only there does what is
        newer take something older back, and not where a time is named.
        """
        rules = DEEP if deep else GLANCE
        if not (deep or (self.glances and _is_glanced(cue, lengths, rules))) or not len(best.at):
            return None
        if not reading.is_readable(cue) or cues.asks_of_talk(cue):
            return None
        turns = self._turns(persona, roster, [int(at) for at in best.at[: rules.read]], rules)
        try:
            odds = self._odds(cue, list(turns.values()), rules)
            read = reading.reordered(best, odds, lengths=lengths, rules=rules)
            if rules.compared and is_own_life and not names_a_time:
                along = _along(lengths, best, read.best)
                read = self._newer_first(cue, read, turns, roster, lengths=along, rules=rules)
        except ReaderUnavailable:
            return None  # the order by words and meaning serves
        share = reading.least_share(TAIL_SHARE, lengths, is_own_life=is_own_life, rules=rules)
        # A remark asks for nothing, so that nothing is missing where nothing answers it.
        asks = deep or frames(cue)["question"]
        near_only = asks and reading.is_near_only(odds, lengths=lengths, rules=rules)
        return ReadTurns(read.best, share, near_only, frozenset(best.at[: len(odds)].tolist()))

    def _odds(self, cue: str, turns: list[TurnToRead], rules: ReadingRules) -> list[float]:
        """Return the odds of the first few turns, and of the others only where none of these is the answer."""
        odds = self.reader.odds(cue, turns[: rules.first])
        if max(odds) < rules.enough and len(turns) > rules.first:
            odds += self.reader.odds(cue, turns[rules.first :])
        return odds

    def _turns(self, persona: Persona, roster: Roster, places: list[int], rules: ReadingRules) -> dict[int, TurnToRead]:
        """Return what is read of the turns at some places of the roster."""
        before = {place: _before(roster, place) if rules.is_in_full else None for place in places}
        wanted = {place for pair in before.items() for place in pair if place is not None}
        ids = {place: EventId(int(roster.ids[place])) for place in wanted}
        kept = self.events.get(persona.id, sorted(ids.values()))
        shown = {place: shown_event(kept[ids[place]]) for place in wanted if ids[place] in kept}
        if not rules.is_in_full:
            return {place: _words(shown.get(place)) for place in places}
        return {place: _in_full(shown.get(place), _at(shown, before[place])) for place in places}

    def _newer_first(
        self,
        cue: str,
        read: reading.Read,
        turns: dict[int, TurnToRead],
        roster: Roster,
        *,
        lengths: Floats,
        rules: ReadingRules,
    ) -> reading.Read:
        """Return the order in which a newer answer stands before the one it takes the place of."""
        tense, at = tense_of(cue), read.best.at
        if tense is Tense.PAST:
            return read
        twos = reading.twos(read, created=roster.created[at], lengths=lengths, rules=rules)
        if not twos:
            return read
        texts = [(turns[int(at[older])].user, turns[int(at[newer])].user) for older, newer in twos]
        odds = dict(zip(twos, self.reader.newer(cue, texts), strict=True))
        asks_how_it_is = tense in (Tense.NOW, Tense.STATE)
        return reading.Read(reading.newer_first(read.best, odds, asks_how_it_is=asks_how_it_is, rules=rules), read.odds)


def _is_glanced(cue: str, lengths: Floats, rules: ReadingRules) -> bool:
    """Tell whether a glance can say anything: not of pages, nor for a cue that is one itself."""
    return len(cue) <= LONGEST_CUE_GLANCED and float(lengths[: rules.read].mean() if len(lengths) else 1.0) <= 0.5


def _before(roster: Roster, place: int) -> int | None:
    before = int(roster.before[place])
    return None if before == len(roster) else before


def _at(shown: dict[int, Event], place: int | None) -> Event | None:
    return None if place is None else shown.get(place)


def _in_full(event: Event | None, earlier: Event | None) -> TurnToRead:
    """Return a turn with what stands around it; one that is gone meanwhile says nothing."""
    before = "" if earlier is None else f"{earlier.user or ''} {earlier.assistant or ''}"
    return TurnToRead(before, "", "") if event is None else TurnToRead(before, event.user or "", event.assistant or "")


def _words(event: Event | None) -> TurnToRead:
    """Return what the user said, or where they said nothing what was answered."""
    if event is None:
        return TurnToRead("", "", "")
    return TurnToRead("", event.user or "", "" if event.user else event.assistant or "")


def _along(values: Floats, before: Ranked, after: Ranked) -> Floats:
    """Return values of the best in the order that it has now."""
    place = {int(at): i for i, at in enumerate(before.at)}
    return values[[place[int(at)] for at in after.at]]
