"""Remember: a turn becomes a memory with a feeling (SPEC M1–M3, M10; LTM 記憶生成).

Which turns still wait is read from the store, never from a queue that could be lost.  A turn makes one memory, however
often it is asked for; what Omoide itself put into the conversation never becomes evidence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from omoide.asks.appraise_turn import Appraisal, AppraiseTurn, SpokenTurn, Telling
from omoide.domain.events.event import Event, EventId
from omoide.domain.memories import retention
from omoide.domain.memories.memory import Draft, Impression, Memory, embeddable
from omoide.domain.memories.protection import Granted
from omoide.domain.memories.retention import RetentionRules
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time import appointment, moment
from omoide.domain.understanding.worth import Kept, Skipped, worth_of
from omoide.errors import EventNotFound, InvalidInput, Unavailable
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryStore, NewMemory, RecallLog
from omoide.ports.models.embedder import Embedder
from omoide.ports.models.thinker import Answered, Thinker, answers
from omoide.ports.time.clock import Clock
from omoide.usecases.memories.manual_edits import Protect

Progress = Callable[[int], None]
"""Is told, now and then, how many turns have been looked at."""
REFUSED = "refused"
"""Why a turn makes no memory when whoever appraises turns will never answer about this one."""


@dataclass(frozen=True, slots=True)
class Remember:
    """Makes memories of turns."""

    events: EventStore
    memories: MemoryStore
    log: RecallLog
    protect: Protect
    thinker: Thinker
    embedder: Embedder
    clock: Clock
    rules: RetentionRules
    schedule_hour: int = 3

    def __call__(self, persona: Persona, event_id: EventId) -> Memory | None:
        """Return the memory of a turn, as it stands or newly made; `None` when the turn is not one to remember."""
        if (known := self.memories.of_event(persona.id, event_id)) is not None:
            return known
        found = self.events.get(persona.id, [event_id])
        if event_id not in found:
            raise EventNotFound(event_id)
        if not found[event_id].is_complete:
            raise InvalidInput(f"event {event_id} has no answer yet; complete it, then it can be remembered")
        return next(iter(self._remembered(persona, [found[event_id]])), None)

    def pending(self, persona: Persona, *, limit: int | None = None, progress: Progress | None = None) -> list[Memory]:
        """Make memories of all turns that wait, oldest first; return them.

        Raise `Unavailable` when whoever appraises turns is out of reach; what was made stays, the rest goes on waiting.
        """
        self.protect.settle(persona)
        made: list[Memory] = []
        looked_at = 0
        while limit is None or looked_at < limit:
            ids = self.memories.unremembered(persona.id, limit=min(100, (limit or 100 + looked_at) - looked_at))
            if not ids:
                break
            found = self.events.get(persona.id, ids)
            made += self._remembered(persona, [found[event_id] for event_id in ids])
            looked_at += len(ids)
            if progress:
                progress(looked_at)
        return made

    def questions(self, persona: Persona, *, limit: int = 10_000) -> list[AppraiseTurn]:
        """Return what would be asked about the turns that wait, oldest first; nothing is asked or changed."""
        ids = self.memories.unremembered(persona.id, limit=limit)
        found = self.events.get(persona.id, ids)
        worths = [self._worth(persona, found[event_id]) for event_id in ids]
        return [_question(worth) for worth in worths if not isinstance(worth, Skipped)]

    def _remembered(self, persona: Persona, events: Sequence[Event]) -> list[Memory]:
        """Make memories of these turns, which are appraised together; raise `Unavailable` if some must still wait."""
        worths = {event.id: self._worth(persona, event) for event in events}
        asks = [_question(worth) for worth in worths.values() if not isinstance(worth, Skipped)]
        outcomes = iter(answers(self.thinker, asks))
        made: list[Memory] = []
        waiting: Unavailable | None = None
        for event in events:
            worth = worths[event.id]
            outcome = worth if isinstance(worth, Skipped) else next(outcomes)
            if isinstance(outcome, Unavailable):
                waiting = outcome
            elif isinstance(outcome, Answered) and isinstance(worth, Kept):
                made.append(self._kept(persona, event, _impression(outcome), said=worth.user))
            else:
                reason = outcome.reason.value if isinstance(outcome, Skipped) else REFUSED
                self.memories.skip(persona.id, event.id, reason=reason, at=self.clock.now())
        if waiting is not None:
            raise waiting
        return made

    def _worth(self, persona: Persona, event: Event) -> Kept | Skipped:
        injected = self.log.told_in(persona.id, event.session_id) if event.session_id else []
        return worth_of(event.user, event.assistant or "", injected=injected)

    def _kept(self, persona: Persona, event: Event, impression: Impression, *, said: str) -> Memory:
        until = appointment.kept_until(said, said_at=event.created, tz=persona.tz)
        text = embeddable(trigger=impression.trigger, content=impression.content)
        new = NewMemory(
            impression=replace(impression, kept_until=until),
            event_id=event.id,
            session_id=event.session_id,
            created=event.created,
            day=moment.day(event.created, tz=persona.tz),
            memory_days=retention.initial_memory_days(event.created, hour=self.schedule_hour, tz=persona.tz),
            decay_coefficient=retention.decay_coefficient(
                impression.category, emotional_intensity=impression.emotional_intensity, rules=self.rules
            ),
            piece=whole_piece(text),
            vector=self.embedder.embed([text])[0],
        )
        memory = self.memories.add(persona.id, new, space=self.embedder.space)
        if impression.protected and not memory.protected:
            is_granted = isinstance(self.protect(persona, memory), Granted)
            return replace(memory, protected=is_granted)
        return memory


def _question(worth: Kept) -> AppraiseTurn:
    return AppraiseTurn(SpokenTurn(worth.user, worth.assistant))


def _impression(answered: Answered[Appraisal]) -> Impression:
    told = answered.value
    return Impression(
        trigger=told.full.trigger,
        content=told.full.content,
        emotional_intensity=told.intensity,
        emotional_valence=told.feeling.valence,
        emotional_arousal=told.feeling.arousal,
        emotional_tags=told.feeling.tags,
        category=told.category.value,
        keywords=told.keywords,
        protected=told.protected,
        summary=_draft(told.summary),
        trace=_draft(told.trace),
        told_by=answered.by,
    )


def _draft(telling: Telling | None) -> Draft | None:
    return Draft(telling.trigger, telling.content) if telling else None
