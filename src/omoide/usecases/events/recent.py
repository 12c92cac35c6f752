"""What was said lately, in the shapes others read (SPEC E6, X15; 004).

`recent_events` is for updating: any source, the same client first, whole.  The short-term history is for answering: chat
only, finished turns only, as messages.  That of a session grows and is cut in steps: what is sent to a provider stays the
beginning of what is sent next, so that the provider need not read it again.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from omoide.domain.context.shown import shown_event
from omoide.domain.events.context_graph import is_earlier
from omoide.domain.events.event import CHAT, Event, EventFilter, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.events.store import EventStore


class Message(TypedDict):
    """One side of a turn, as chat models take it."""

    role: Literal["user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class RecentEvents:
    """The last events up to one of them."""

    events: EventStore
    count: int = 12

    def __call__(self, persona_id: PersonaId, event: Event) -> list[Event]:
        """Return the event and those before it, oldest first; the same client's are preferred, none is cut short.

        They are as they are shown: memories that were put into them are not read again.
        """
        mine = self._before(persona_id, event, EventFilter(as_of=event.created, client_id=event.client_id))
        if len(mine) < self.count - 1:
            others = self._before(persona_id, event, EventFilter(as_of=event.created))
            known = {one.id for one in mine}
            mine += [one for one in others if one.id not in known]
        return self._shown(event, mine)

    def of_each(self, persona_id: PersonaId, events: Sequence[Event]) -> dict[EventId, list[Event]]:
        """Return for each of these events, which follow each other, what the call above returns; looked up once for all."""
        found: dict[EventId, list[Event]] = {}
        for client in dict.fromkeys(event.client_id for event in events):
            own = [event for event in events if event.client_id == client]
            where = EventFilter(as_of=max(event.created for event in own), client_id=client)
            last = self.events.find(persona_id, where, limit=self.count + 4 + len(own), newest_first=True)[::-1]
            for event in own:
                until = bisect_left(last, in_time(event), key=in_time)
                is_enough = until >= self.count - 1
                mine = last[max(0, until - self.count + 1) : until][::-1]
                found[event.id] = self._shown(event, mine) if is_enough else self(persona_id, event)
        return found

    def _shown(self, event: Event, before: Sequence[Event]) -> list[Event]:
        chosen = [event, *before[: self.count - 1]]
        return [shown_event(one) for one in sorted(chosen, key=in_time)]

    def _before(self, persona_id: PersonaId, event: Event, where: EventFilter) -> list[Event]:
        # Events of the same second may come after it in the log: a few more are read than are needed.
        found = self.events.find(persona_id, where, limit=self.count + 4, newest_first=True)
        return [one for one in found if is_earlier(one, event)]


@dataclass(frozen=True, slots=True)
class ShortTermHistory:
    """The last chat turns as messages."""

    events: EventStore
    turns: int = 10

    def __call__(
        self, persona_id: PersonaId, *, session_id: str | None = None, before: Event | None = None, now: Moment
    ) -> list[Message]:
        """Return the turns before the present one, oldest first; unfinished ones are left out."""
        if self.turns == 0:
            return []
        until = now if before is None else before.created
        where = EventFilter(as_of=until, sources=frozenset({CHAT}), session_id=session_id, complete_only=True)
        found = self.events.find(persona_id, where, limit=self.turns + 4, newest_first=True)
        chosen = [one for one in found if before is None or is_earlier(one, before)][: self.turns]
        return [message for event in reversed(chosen) for message in _messages(shown_event(event))]


@dataclass(frozen=True, slots=True)
class SessionHistory:
    """The chat turns of a session as messages, from a beginning that stays for many turns."""

    events: EventStore
    turns: int = 10

    def __call__(self, persona_id: PersonaId, session_id: str, *, now: Moment) -> list[Message]:
        """Return the last turns, oldest first: at least `turns` where there are as many, less than twice as many."""
        where = EventFilter(as_of=now, sources=frozenset({CHAT}), session_id=session_id, complete_only=True)
        kept = in_steps(self.events.count(persona_id, where), step=self.turns)
        found = self.events.find(persona_id, where, limit=kept, newest_first=True) if kept else []
        return [message for event in reversed(found) for message in _messages(shown_event(event))]


def in_time(event: Event) -> tuple[int, int]:
    """Return an event's place in time."""
    return event.created, event.id


def in_steps(count: int, *, step: int) -> int:
    """Return how many of the last turns are shown: growing up to twice a step, then cut back by a step."""
    if step == 0:
        return 0
    return count if count < 2 * step else step + count % step


def _messages(event: Event) -> list[Message]:
    sides: list[Message] = []
    if event.user:
        sides.append({"role": "user", "content": event.user})
    if event.assistant:
        sides.append({"role": "assistant", "content": event.assistant})
    return sides
