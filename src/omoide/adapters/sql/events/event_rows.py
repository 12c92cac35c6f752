"""Rows of events: what a turn becomes that is to be kept, and what is read of it afterwards."""

import json
from typing import Any

from omoide.adapters.sql.database import AnyRow
from omoide.domain.events.event import Event, EventId, EventOrigin, Turn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.events.store import LogEntry


def of_entry(persona_id: PersonaId, entry: LogEntry) -> dict[str, Any]:
    """Return the row of a turn that is to be kept."""
    turn = entry.turn
    return {
        "persona_id": persona_id,
        "created": entry.at,
        "source": turn.source,
        "client_id": turn.client_id,
        "session_id": turn.session_id,
        "user_text": turn.user,
        "assistant_text": turn.assistant,
        "image_summaries": _images(turn),
        "idempotency_key": turn.idempotency_key,
        "origin": turn.origin.value,
    }


def kept(event_id: EventId, entry: LogEntry) -> Event:
    """Return the turn as it is read from now on."""
    turn = entry.turn
    return Event(
        id=event_id,
        created=entry.at,
        user=turn.user,
        assistant=turn.assistant,
        source=turn.source,
        client_id=turn.client_id,
        session_id=turn.session_id,
        image_summaries=turn.image_summaries,
        given_origin=turn.origin,
    )


def event_of(row: AnyRow | tuple[Any, ...]) -> Event:
    """Return the value of a row that begins with the columns of `EVENT`."""
    event_id, created, user, assistant, source, client_id, session_id, images, origin, *_ = row
    return Event(
        id=EventId(event_id),
        created=Moment(created),
        user=user,
        assistant=assistant,
        source=source,
        client_id=client_id,
        session_id=session_id,
        image_summaries=tuple(json.loads(images)) if images else (),
        given_origin=EventOrigin(origin) if origin else None,
    )


def _images(turn: Turn) -> str | None:
    return json.dumps(turn.image_summaries, ensure_ascii=False) if turn.image_summaries else None
