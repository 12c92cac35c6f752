"""The context graph: which turn belongs to which, and to what flow of talk (SPEC G1–G2; GHO 4).

A link points from a turn to an earlier one, so cycles and self-links cannot exist.  Before anything is understood, a turn
replies to the one before it in its session: that provisional link needs no keeping, it is read off the log.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide.domain.events.event import Event, EventId

PROVISIONAL_CONFIDENCE: Final = 0.3


class LinkLabel(StrEnum):
    """How a turn belongs to an earlier one."""

    REPLY_TO = "reply_to"
    SAME_TOPIC = "same_topic"
    CAUSED_BY = "caused_by"
    CONTINUATION = "continuation"


_TELLING: Final = {
    LinkLabel.CAUSED_BY: 3,
    LinkLabel.CONTINUATION: 2,
    LinkLabel.SAME_TOPIC: 1,
    LinkLabel.REPLY_TO: 0,
}
"""Of two links equally sure, the one that says more about the flow is followed."""


@dataclass(frozen=True, slots=True)
class Link:
    """A turn's tie to an earlier turn."""

    event_id: EventId
    to: EventId
    label: LinkLabel
    confidence: float
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class ThreadMark:
    """A turn's membership in a flow of talk."""

    key: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Thread:
    """What a turn was about: the way back to where the talk began, and the flows it belongs to."""

    event: Event
    path: tuple[tuple[Link, Event], ...]
    """From the turn itself to the beginning: each link and the turn it leads to."""
    marks: tuple[ThreadMark, ...]
    members: tuple[Event, ...]
    """Turns of the same flows, oldest first."""

    @property
    def beginning(self) -> Event:
        """Return where the talk began."""
        return self.path[-1][1] if self.path else self.event


def is_earlier(one: Event, other: Event) -> bool:
    """Tell whether a link may lead from `other` to `one`."""
    return (one.created, one.id) < (other.created, other.id)


def provisional(event: Event, *, previous: Event | None) -> Link | None:
    """Return the link a turn has before it is understood: to the turn before it."""
    if previous is None or not is_earlier(previous, event):
        return None
    return Link(event.id, previous.id, LinkLabel.REPLY_TO, PROVISIONAL_CONFIDENCE, is_provisional=True)


def strongest(links: Iterable[Link]) -> Link | None:
    """Return the link that is followed first: the surest, then the most telling."""
    return max(links, key=lambda link: (link.confidence, _TELLING[link.label], link.to), default=None)
