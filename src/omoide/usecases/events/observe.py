"""Observe: append what happened (SPEC E1–E7).

Secrets are masked here, so that every door (library, command line, hooks, import, corrections) masks the same.
Nothing is thought about here.  The turn, and the passages by which it will be found, are on the disk when this returns;
vectors and everything a model might add come later, off the reply's path.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from omoide.domain.events import event as events
from omoide.domain.events import privacy
from omoide.domain.events.event import Event, EventId, Turn
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.personas import first_words
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall import passage
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput, NotRecorded
from omoide.ports.events.store import EventStore, KeptEvent, LogEntry
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class Observe:
    """Appends turns to a persona's log."""

    events: EventStore
    clock: Clock
    unrecorded: Unrecorded = field(default_factory=Unrecorded)
    masking: SecretMasking = field(default_factory=SecretMasking)
    chunks: ChunkRules = field(default_factory=ChunkRules)
    listens_for_language: bool = False
    """Nobody chose the persona's language: the first turn that tells one decides."""

    def __call__(self, persona_id: PersonaId, turns: Sequence[tuple[Turn, Moment | None]]) -> list[KeptEvent]:
        """Keep the turns, all or none; one without a moment happened now.

        Secrets are masked first.  Of a meta-request only what the persona did is kept; without that yet, an open turn that says nothing.
        Raise `NotRecorded` when a turn matches a pattern that the owner wants never written down, `WasErased` when one is
        a copy of an erased turn: by its key, or by the moment that is given and its words.
        """
        now = self.clock.now()
        entries = [self._entry(turn, now if at is None else at, is_past=at is not None) for turn, at in turns]
        return self.events.append(persona_id, entries) if entries else []

    def as_kept(self, turn: Turn) -> Turn:
        """Return the turn as it would stand in the log; raise `InvalidInput` or `NotRecorded` when it would not."""
        self.masking.checked_labels(events.checked(turn))
        if self.unrecorded.covers(turn):
            raise NotRecorded
        return self.masking.of_turn(privacy.as_recorded(turn))

    def _entry(self, turn: Turn, at: Moment, *, is_past: bool) -> LogEntry:
        kept = self.as_kept(turn)
        pieces = tuple(passage.of_turn(kept, rules=self.chunks))
        told = first_words.language_told(kept) if self.listens_for_language else None
        return LogEntry(kept, moment.checked(at), pieces, is_past=is_past, tells_language=told)


@dataclass(frozen=True, slots=True)
class Complete:
    """Gives an opened turn its answer."""

    events: EventStore
    clock: Clock
    unrecorded: Unrecorded = field(default_factory=Unrecorded)
    masking: SecretMasking = field(default_factory=SecretMasking)
    chunks: ChunkRules = field(default_factory=ChunkRules)

    def __call__(self, persona_id: PersonaId, event_id: EventId, *, assistant: str, at: Moment | None = None) -> Event:
        """Keep the answer; the same answer twice is kept once, another one is refused."""
        if not assistant:
            raise InvalidInput("a turn is completed by an answer; an empty one was given")
        answer = events.checked(Turn(assistant=assistant))
        if self.unrecorded.covers(answer):
            raise NotRecorded
        when = moment.checked(self.clock.now() if at is None else at)
        kept = self.masking.of_text(assistant)
        pieces = passage.of_answer(kept, rules=self.chunks)
        return self.events.complete(persona_id, event_id, assistant=kept, at=when, pieces=pieces)
