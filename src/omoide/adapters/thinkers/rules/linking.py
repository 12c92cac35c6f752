"""Which earlier turns a turn belongs to: by closeness in time, and by what both speak of (SPEC G1)."""

import re
from typing import Final

from omoide.asks.write_plan import AskWritePlan
from omoide.asks.write_plan_answer import ContextAnswer, LinkAnswer, ThreadAnswer
from omoide.domain.beliefs.grounding import marks
from omoide.domain.events.event import Event, Mention

SAME_TALK_SECONDS: Final = 30 * 60
MOST_LINKS: Final = 3
_TURNS_AWAY: Final = re.compile(
    r"^(?:話変わ|話変え|ところで|そういえば|全然関係な|別件|anyway|by the way|on another note)", re.I
)


def context(ask: AskWritePlan, *, names: tuple[Mention, ...]) -> ContextAnswer:
    """Return the links of the event, surest first, and the flows named by what it names."""
    event = ask.shown.event
    earlier = [one for one in ask.events if (one.created, one.id) < (event.created, event.id)]
    found = [link for link in (_reply(ask, earlier), *_alike(ask, earlier)) if link is not None]
    best: dict[int, LinkAnswer] = {}
    for link in sorted(found, key=lambda one: -one.confidence):
        best.setdefault(link.to_event_id, link)
    threads = [ThreadAnswer(thread_key=one.name, confidence=one.confidence) for one in names[:2]]
    return ContextAnswer(threads=threads, links=list(best.values())[:MOST_LINKS])


def _reply(ask: AskWritePlan, earlier: list[Event]) -> LinkAnswer | None:
    event = ask.shown.event
    session = [one for one in earlier if one.session_id == event.session_id and one.client_id == event.client_id]
    if not session:
        return None
    last = session[-1]
    if event.created - last.created > SAME_TALK_SECONDS:
        return None
    turned = _TURNS_AWAY.match(ask.shown.said) is not None
    return LinkAnswer(to_event_id=ask.event_number(last.id), label="reply_to", confidence=0.3 if turned else 0.7)


def _alike(ask: AskWritePlan, earlier: list[Event]) -> list[LinkAnswer]:
    mine = marks(ask.shown.said)
    links = []
    for one in earlier:
        theirs = marks(one.user)
        shared = mine & theirs
        likeness = len(shared) / max(1, min(len(mine), len(theirs)))
        if len(shared) >= 2 and likeness >= 0.25:
            number, confidence = ask.event_number(one.id), round(min(0.95, 0.4 + likeness / 2), 3)
            if one.session_id == ask.shown.event.session_id:
                links.append(LinkAnswer(to_event_id=number, label="same_topic", confidence=confidence))
            else:
                links.append(LinkAnswer(to_event_id=number, label="continuation", confidence=confidence))
    return links
