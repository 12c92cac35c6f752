"""Turns in, turns out; recall and context."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Query

from omoide.domain.events.event import Event
from omoide.domain.recall.recollection import Recollection
from omoide.entrypoints.http import pages
from omoide.entrypoints.http.asked import Cursor, Limit, Reader, Writer
from omoide.entrypoints.http.schemas.events import (
    CompleteGiven,
    ContextGiven,
    ContextShown,
    EventShown,
    ObserveGiven,
    RecallGiven,
    RecallShown,
    RecollectionShown,
)
from omoide.entrypoints.http.schemas.shape import LARGEST, Page, When
from omoide.entrypoints.library.mind import Mind

router = APIRouter(tags=["events"])
EventNumber = Annotated[int, Path(ge=1, le=LARGEST)]
IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=200,
        description="Sent again with the same turn, the turn is kept once.",
        examples=["turn-1"],
    ),
]


@router.post("/events", status_code=201)
def observe(mind: Writer, given: ObserveGiven, idempotency_key: IdempotencyKey = None) -> EventShown:
    """Keep a turn; it is on the disk when this answers."""
    kept = mind.observe(
        user=given.user,
        assistant=given.assistant,
        at=given.at,
        session_id=given.session_id,
        client_id=given.client_id,
        source=given.source,
        image_summaries=given.image_summaries,
        idempotency_key=idempotency_key,
    )
    return EventShown.of(kept, tz=mind.persona.tz)


@router.get("/events")
def log(
    mind: Reader,
    limit: Limit = 50,
    cursor: Cursor = None,
    since: Annotated[When | None, Query()] = None,
    until: Annotated[When | None, Query()] = None,
    session_id: Annotated[str | None, Query(max_length=200)] = None,
    source: Annotated[str | None, Query(max_length=200)] = None,
    contains: Annotated[str, Query(max_length=1_000)] = "",
) -> Page[EventShown]:
    """Return turns, the newest first."""
    created, number, seen = (None, 0, 0) if cursor is None else pages.decoded(cursor, int, int, int)
    ends = [end for end in (until, None if created is None else int(created) + 1) if end is not None]
    found = mind.log(
        since=since,
        until=min(mind.moment(end) for end in ends) if ends else None,
        session_id=session_id,
        sources=() if source is None else [source],
        contains=contains,
        limit=limit + max(0, int(seen)) + 1,
        newest_first=True,
    )
    left = [each for each in found if created is None or (each.created, each.id) < (int(created), int(number))]
    some = left[:limit]
    follows = _cursor(some, before=created, seen=int(seen)) if len(left) > limit else None
    return Page(items=[EventShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


def _cursor(shown: list[Event], *, before: int | str | None, seen: int) -> str:
    last = shown[-1]
    at_last = sum(each.created == last.created for each in shown) + (seen if before == last.created else 0)
    return pages.encoded(last.created, last.id, at_last)


@router.get("/events/{event_id}")
def event(mind: Reader, event_id: EventNumber) -> EventShown:
    """Return one turn."""
    return EventShown.of(mind.event(event_id), tz=mind.persona.tz)


@router.post("/events/{event_id}/complete")
def complete(mind: Writer, event_id: EventNumber, given: CompleteGiven) -> EventShown:
    """Give an open turn its answer."""
    return EventShown.of(mind.complete(event_id, assistant=given.assistant, at=given.at), tz=mind.persona.tz)


@router.post("/recall")
def recall(mind: Reader, given: RecallGiven) -> RecallShown:
    """Return what comes to mind, of whatever kind, the most relevant first; nothing when nothing is relevant."""
    found = mind.recalled(
        given.cue,
        limit=given.limit,
        since=given.since,
        until=given.until,
        as_of=given.as_of,
        sources=given.sources,
        session_id=given.session_id,
        kinds=given.kinds,
        strengthen=given.strengthen,
        deep=given.deep,
    )
    return RecallShown(
        recollections=[recollection_shown(each, mind) for each in found.recollections], milliseconds=found.milliseconds
    )


def recollection_shown(found: Recollection, mind: Mind) -> RecollectionShown:
    """Return a recollection as it is shown."""
    tz = mind.persona.tz
    first = found.events[0].created if found.events else None
    at = EventShown.of(found.events[0], tz=tz).created if first is not None else None
    return RecollectionShown.of(
        found,
        tz=tz,
        events=[each.id for each in found.events],
        at=at,
        why=found.why.sentence(mind.persona.language),
    )


@router.post("/context")
def context(mind: Writer, given: ContextGiven) -> ContextShown:
    """Return what the persona should see before it answers, within a budget of tokens."""
    made = mind.context(
        given.conversation,
        session_id=given.session_id,
        budget_tokens=given.budget_tokens,
        model=given.model,
        now=given.now,
        preview=given.preview,
    )
    rendered: object = None
    if given.render is not None:
        render = made.for_openai if given.render == "openai" else made.for_anthropic
        rendered = render(given.conversation)
    return ContextShown.of(made, tz=mind.persona.tz, rendered=rendered)
