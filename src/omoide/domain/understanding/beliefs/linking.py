"""Which earlier turns a turn belongs to: by closeness in time, and by what both speak of (SPEC G1)."""

import re
from typing import Final

from omoide.domain.beliefs.grounding import marks
from omoide.domain.beliefs.write_plan import LONGEST_NAME, LinkUpdate, Shown
from omoide.domain.events.context_graph import LinkLabel, ThreadMark, is_earlier
from omoide.domain.events.event import Event, EventId, Mention

SAME_TALK_SECONDS: Final = 30 * 60
MOST_LINKS: Final = 3
MOST_THREADS: Final = 2
_TURNS_AWAY: Final = re.compile(
    r"^(?:話変わ|話変え|ところで|そういえば|全然関係な|別件|anyway|by the way|on another note)", re.I
)


def threads(names: tuple[Mention, ...]) -> tuple[ThreadMark, ...]:
    """Return the flows of talk that a turn belongs to: those of what it names first."""
    return tuple(ThreadMark(one.name[:LONGEST_NAME], one.confidence) for one in names[:MOST_THREADS])


def links(shown: Shown) -> tuple[LinkUpdate, ...]:
    """Return the ties of the event to earlier ones, surest first, one to each."""
    earlier = [one for one in shown.in_order if is_earlier(one, shown.event)]
    found = [link for link in (_reply(shown, earlier), *_alike(shown, earlier)) if link is not None]
    best: dict[EventId, LinkUpdate] = {}
    for link in sorted(found, key=lambda one: -one.confidence):
        best.setdefault(link.to, link)
    return tuple(best.values())[:MOST_LINKS]


def _reply(shown: Shown, earlier: list[Event]) -> LinkUpdate | None:
    event = shown.event
    session = [one for one in earlier if one.session_id == event.session_id and one.client_id == event.client_id]
    if not session or event.created - session[-1].created > SAME_TALK_SECONDS:
        return None
    turned = _TURNS_AWAY.match(shown.said) is not None
    return LinkUpdate(session[-1].id, LinkLabel.REPLY_TO, 0.3 if turned else 0.7)


def _alike(shown: Shown, earlier: list[Event]) -> list[LinkUpdate]:
    mine = marks(shown.said)
    found = []
    for one in earlier:
        theirs = marks(one.user)
        shared = mine & theirs
        likeness = len(shared) / max(1, min(len(mine), len(theirs)))
        if len(shared) >= 2 and likeness >= 0.25:
            is_same_session = one.session_id == shown.event.session_id
            label = LinkLabel.SAME_TOPIC if is_same_session else LinkLabel.CONTINUATION
            found.append(LinkUpdate(one.id, label, round(min(0.95, 0.4 + likeness / 2), 3)))
    return found
