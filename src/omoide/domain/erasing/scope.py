"""What the owner wants erased: turns by what they have in common, or a whole persona (SPEC X1).

Conditions go together: a client and a period mean the turns of that client in that period.
"""

from dataclasses import dataclass
from enum import StrEnum

from omoide.domain.erasing import naming
from omoide.domain.events.event import EventFilter, EventId
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput


class ScopeKind(StrEnum):
    """By what the turns were named."""

    EVENT = "event"
    SESSION = "session"
    PERIOD = "period"
    SUBJECT = "subject"
    CLIENT = "client"
    SOURCE = "source"
    DOCUMENT = "document"
    PERSONA = "persona"


@dataclass(frozen=True, slots=True)
class Document:
    """What was taken in from one file: the keys of its turns, and the session it is the log of."""

    keys: frozenset[str]
    session_id: str


@dataclass(frozen=True, slots=True)
class ErasureScope:
    """Which turns are meant; every condition that is given must hold."""

    event_ids: frozenset[EventId] = frozenset()
    session_id: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    """Before this moment."""
    subject: str = ""
    """Every turn that names it, and every belief about it."""
    client_id: str | None = None
    source: str | None = None
    document: Document | None = None
    everything: bool = False
    """The persona with all it has."""

    @property
    def kinds(self) -> tuple[ScopeKind, ...]:
        """Return by what the turns are named, in a fixed order."""
        given = {
            ScopeKind.EVENT: bool(self.event_ids),
            ScopeKind.SESSION: self.session_id is not None,
            ScopeKind.PERIOD: self.since is not None or self.until is not None,
            ScopeKind.SUBJECT: bool(self.subject),
            ScopeKind.CLIENT: self.client_id is not None,
            ScopeKind.SOURCE: self.source is not None,
            ScopeKind.DOCUMENT: self.document is not None,
            ScopeKind.PERSONA: self.everything,
        }
        return tuple(kind for kind, is_given in given.items() if is_given)

    @property
    def filter(self) -> EventFilter:
        """Return the conditions that a store can look for."""
        return EventFilter(
            since=self.since,
            until=self.until,
            sources=frozenset() if self.source is None else frozenset([self.source]),
            session_id=self.session_id,
            client_id=self.client_id,
        )

    @property
    def whole_session(self) -> str | None:
        """Return the session when nothing but it was named: later copies of its turns are refused as well."""
        return self.session_id if self.kinds == (ScopeKind.SESSION,) else None


def checked(scope: ErasureScope) -> ErasureScope:
    """Return the scope if it says what is meant; raise `InvalidInput` when it does not."""
    if not scope.kinds:
        raise InvalidInput("say what is to be erased: an event, a session, a period, a subject, a client, a source, …")
    if "" in (scope.session_id, scope.client_id, scope.source):
        raise InvalidInput("a session, a client or a source is named by its id; an empty one was given")
    if scope.everything and len(scope.kinds) > 1:
        raise InvalidInput("a whole persona is erased alone; leave the other conditions out")
    if scope.since is not None and scope.until is not None and scope.since >= scope.until:
        raise InvalidInput("the period ends before it begins")
    if scope.subject and not naming.Subject(scope.subject).is_nameable:
        raise InvalidInput(f"{scope.subject!r} holds no word by which a turn could name it")
    return scope
