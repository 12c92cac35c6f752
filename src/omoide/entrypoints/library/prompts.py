"""What was put into whose prompts: `mind.prompts`.

for session in mind.prompts.sessions():      # which talks something was composed for, and for which client
    print(session.session_id, session.clients, session.tokens)
for shown in mind.prompts.get("chat-1").turns:
    print(shown.said, shown.text)            # what the user said, and what was put before it
"""

from dataclasses import dataclass

from omoide.bootstrap import Home
from omoide.domain.context.conversation import fingerprint
from omoide.domain.events.event import Event, EventFilter
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

LOOKED_THROUGH = 400
"""The last turns of a session among which the user's own words are looked for."""


@dataclass(frozen=True, slots=True)
class PromptedSession:
    """A talk that something was composed for."""

    session_id: str
    clients: tuple[str, ...]
    """Through whom its turns came; none where that was never said."""
    used: Moment
    turns: int
    tokens: int


@dataclass(frozen=True, slots=True)
class PromptedTurn:
    """What was put before one message of the user."""

    said: str | None
    """The message; `None` where the turn was not kept, or was erased."""
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class PromptedTalk:
    """All that one talk was shown."""

    session_id: str
    constant: str
    """What stands before the whole talk."""
    constant_tokens: int
    turns: tuple[PromptedTurn, ...]


class MindPromptLog:
    """What one persona's mind put into prompts.  It is kept as long as the setting `context.keep_days` says."""

    def __init__(self, home: Home, persona: Persona) -> None:
        self._home = home
        self._persona = persona

    def sessions(self, *, limit: int = 20) -> list[PromptedSession]:
        """Return the talks that something was composed for, the last first."""
        if limit < 0:
            raise InvalidInput(f"a limit is a number from 0 on; {limit} is none")
        found = self._home.context.store.recent(self._persona.id, limit=limit)
        return [
            PromptedSession(each.session_id, self._clients(each.session_id), each.used, each.blocks, each.tokens)
            for each in found
        ]

    def get(self, session_id: str) -> PromptedTalk:
        """Return what one talk was shown; nothing but its name where nothing is kept."""
        shown = self._home.context.store.read(self._persona.id, session_id).shown
        said = {fingerprint(event.user): event.user for event in self._events(session_id) if event.user.strip()}
        turns = [PromptedTurn(said.get(each.fingerprint), each.text, each.tokens) for each in shown.blocks if each.text]
        constant = shown.frozen
        return PromptedTalk(
            session_id, constant.text if constant else "", constant.tokens if constant else 0, tuple(turns)
        )

    def _clients(self, session_id: str) -> tuple[str, ...]:
        return tuple(sorted({event.client_id for event in self._events(session_id, limit=20) if event.client_id}))

    def _events(self, session_id: str, *, limit: int = LOOKED_THROUGH) -> list[Event]:
        where = EventFilter(session_id=session_id)
        return self._home.events.store.find(self._persona.id, where, limit=limit, newest_first=True)
