"""Converse: the turns of one session, kept as they happen (SPEC E7).

What is said to the persona is on the disk before anybody answers, as an open turn; the answer completes it.  An answer that
never comes loses nothing: the same words said again go on with the turn that is open.  A second answer to a turn, such as
one that was asked for again, is a turn of its own.
"""

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.events.event import LONGEST_LABEL, Event, EventFilter, EventId, Turn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import EventNotFound, InvalidInput, TurnAlreadyCompleted
from omoide.ports.events.store import EventStore
from omoide.ports.time.clock import Clock
from omoide.usecases.events.observe import Complete, Observe

TRY_AGAIN_SECONDS: Final = 3600
"""So long the same words, still unanswered, are the same turn tried again."""
LOOKED_AT: Final = 8
"""How many of a session's last turns are looked through for an open one."""


def turn_key(session_id: str, turn_id: str) -> str:
    """Return the idempotency key of a turn that its caller has a name for."""
    key = f"session:{session_id}:{turn_id}"
    if len(key) <= LONGEST_LABEL:
        return key
    return f"session:{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Converse:
    """Opens turns and completes them."""

    events: EventStore
    observe: Observe
    complete: Complete
    clock: Clock

    def heard(self, persona_id: PersonaId, turn: Turn) -> Event:
        """Keep what was said to the persona; return its turn, which may be one that is open already."""
        opened = self._opened_before(persona_id, turn) if turn.idempotency_key is None else None
        return opened or self._kept(persona_id, replace(turn, assistant=None))

    def answered(self, persona_id: PersonaId, turn: Turn, *, opened: EventId | None = None) -> Event | None:
        """Keep the answer; the same one twice is kept once.  `None` when the turn was erased meanwhile."""
        if turn.assistant is None:
            raise InvalidInput("a turn is completed by an answer; none was given")
        if not turn.user:
            return self._kept(persona_id, turn)
        number = self.heard(persona_id, turn).id if opened is None else opened
        try:
            return self.complete(persona_id, number, assistant=turn.assistant)
        except TurnAlreadyCompleted:
            return self._kept(persona_id, replace(turn, idempotency_key=_key_of_answer(turn)))
        except EventNotFound:
            return None

    def _kept(self, persona_id: PersonaId, turn: Turn) -> Event:
        [kept] = self.observe(persona_id, [(turn, None)])
        return kept.event

    def _opened_before(self, persona_id: PersonaId, turn: Turn) -> Event | None:
        now = self.clock.now()
        said = self.observe.as_kept(replace(turn, assistant=None)).user
        where = EventFilter(since=Moment(now - TRY_AGAIN_SECONDS), as_of=now, session_id=turn.session_id)
        last = self.events.find(persona_id, where, limit=LOOKED_AT, newest_first=True)
        return next((each for each in last if not each.is_complete and each.user == said), None)


def _key_of_answer(turn: Turn) -> str | None:
    if turn.idempotency_key is None:
        return None
    digest = hashlib.sha256((turn.assistant or "").encode("utf-8", "surrogatepass")).hexdigest()
    return f"{turn.idempotency_key[: LONGEST_LABEL - 17]}#{digest[:16]}"
