"""What holds: gathers what is needed to tell which of the found turns is still so (SPEC R4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.changes import arranging, believed
from omoide.domain.recall.changes.arranging import COMPARED, Placed, RankedTurn, WhatIsAsked, arranged
from omoide.domain.recall.changes.restated import Told
from omoide.domain.recall.changes.tense import Tense, asks_whether_it_was, tense_of
from omoide.domain.recall.cue import Term
from omoide.domain.time.moment import Moment
from omoide.ports.events.store import EventStore
from omoide.ports.recall.grounds import Grounds

Floats = NDArray[np.float32]
NO_MEANINGS: Mapping[int, Floats] = MappingProxyType({})
_UNREAD = Told("", Moment(0))


@dataclass(frozen=True, slots=True)
class Gathered:
    """What the turns say, and what is asked."""

    question: WhatIsAsked
    told: Mapping[EventId, Told]
    shown: Mapping[EventId, Event]
    """Everything that was read for it, as it is shown."""
    meanings: Mapping[int, Floats]
    """The vector of what each turn begins with, where it has one."""

    def said(self, event_ids: Sequence[EventId]) -> list[str]:
        """Return what these turns say, as far as they were read."""
        return [self.told[event_id].text for event_id in event_ids if event_id in self.told]

    def later(self, event_id: EventId) -> list[EventId]:
        """Return the turns that hold in the stead of this one."""
        pairs = self.question.outdated.known | (self.question.outdated.over if self.question.asks_how_it_is else set())
        return [EventId(later) for earlier, later in sorted(pairs) if earlier == event_id]

    def placed(self, event_ids: Sequence[EventId], strengths: Sequence[float]) -> list[Placed]:
        """Return the turns, given from the strongest on, in the order of what holds."""
        hits = [
            RankedTurn(event_id, self.told.get(event_id, _UNREAD), strength, self.meanings.get(event_id))
            for event_id, strength in zip(event_ids, strengths, strict=True)
        ]
        return arranged(hits, self.question)


@dataclass(frozen=True, slots=True)
class Holding:
    """Finds out which of several answers holds."""

    events: EventStore
    grounds: Grounds

    def __call__(
        self,
        persona: Persona,
        cue: str,
        terms: Sequence[Term],
        event_ids: Sequence[EventId],
        *,
        now: Moment,
        beside: Sequence[EventId] = (),
        is_of_then: bool = False,
        is_of_others: bool = False,
        meanings: Mapping[int, Floats] = NO_MEANINGS,
    ) -> Gathered:
        """Return what is known of these turns, the strongest first.

        `beside`: events that will be wanted too, and are read in the same step.  `is_of_then`: the cue names a time.
        `is_of_others`: it names one of those whose talk was recorded; who asks about others' talk asks what was said, and
        what is newer is only newer.  `meanings`: the vector of what each turn begins with.
        """
        compared = list(event_ids[:COMPARED])
        kept = self.events.get(persona.id, sorted({*compared, *beside}))
        grounds = self.grounds.of(persona.id, compared, until=now)
        missing = {ground.event_id for ground in grounds} - set(kept)
        kept |= self.events.get(persona.id, sorted(missing)) if missing else {}
        shown = {event_id: shown_event(event) for event_id, event in kept.items()}
        judged = {*compared, *missing}
        told = {
            key: Told(event.user or event.assistant or "", event.created)
            for key, event in shown.items()
            if key in judged
        }
        outdated = believed.outdated(grounds, {key: each.text for key, each in told.items()})
        weights = {term.token: term.weight for term in terms if not term.is_speaker}
        tense = Tense.OPEN if is_of_then or is_of_others else tense_of(cue)
        holds = arranging.NOTHING_OUTDATED if is_of_then else outdated
        question = WhatIsAsked(weights, tense, holds, tense is Tense.OPEN and asks_whether_it_was(cue))
        return Gathered(question, told, shown, meanings)
