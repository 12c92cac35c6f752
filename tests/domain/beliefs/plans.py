"""What tests of write plans share: an event with its past, and a plan that may be kept."""

from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.beliefs.write_plan import Shown
from omoide.domain.events.event import Event, EventId, EventOrigin, Turn
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.worth import Kept, worth_of

NOON = Moment(1_767_232_800)
"""1 January 2026, 11:00 in Tokyo."""


def event(
    number: int,
    user: str,
    assistant: str = "うん。",
    *,
    source: str = "chat",
    session: str = "s",
    origin: EventOrigin | None = None,
) -> Event:
    turn = Turn(user=user, assistant=assistant, source=source, session_id=session)
    created = Moment(NOON + number * 60)
    return Event(EventId(number), created, turn.user, turn.assistant, source, "", session, given_origin=origin)


def fact(number: int, body: str, **more: object) -> State:
    payload = {"about": "user", "said_by": "user"}
    return State(StateId(number), StateKind.FACT, body, payload, 0.8, last_confirmed=NOON, **more)  # type: ignore[arg-type]


def task(number: int, body: str) -> State:
    return State(StateId(number), StateKind.TASK, body, {"about": "user", "status": "open"}, 0.8, last_confirmed=NOON)


def shown(*events: Event, states: tuple[State, ...] = ()) -> Shown:
    last = events[-1]
    worth = worth_of(last.user, last.assistant or "")
    said = worth.user if isinstance(worth, Kept) else ""
    return Shown(last, said, {one.id: one for one in events}, {state.id: state for state in states})


def update(**changes: object) -> dict[str, object]:
    """A state update that is right for the last of two events, with changes."""
    return {
        "kind": "fact",
        "op": "upsert",
        "state_id": None,
        "body_text": "あなたは寺町に住んでいる。",
        "entities": [],
        "payload": {"about": "user", "said_by": "user"},
        "confidence": 0.8,
        "valid_from_ts": None,
        "valid_to_ts": None,
        "last_confirmed_at": "2026-01-01T11:02:00",
        "evidence_event_ids": [2],
        "reason": "あなたがそう言ったから。",
        **changes,
    }


def wish(**changes: object) -> dict[str, object]:
    """A preference update that is right, with changes."""
    return {
        "op": "confirm",
        "domain": "food",
        "polarity": "dislike",
        "subject": "にんじん",
        "note": "",
        "confidence": 0.9,
        "evidence_event_ids": [2],
        "reason": "苦手だと言ったから。",
        **changes,
    }


FELT = {
    "moment_affect_text": "あなたの話を聞いて、うれしくなった。",
    "moment_affect_labels": ["喜び"],
    "moment_affect_score_vad": {"v": 0.5, "a": 0.1, "d": 0.0},
    "moment_affect_confidence": 0.7,
}


def plan(**changes: object) -> dict[str, object]:
    """A whole plan in 004's JSON, with changes."""
    return {
        "event_annotations": {
            "about_start_ts": None,
            "about_end_ts": None,
            "about_year_start": None,
            "about_year_end": None,
            "life_stage": "unknown",
            "about_time_confidence": 0.0,
            "entities": [{"type": "place", "name": "寺町", "confidence": 0.9}],
        },
        "state_updates": [update()],
        "preference_updates": [wish()],
        "event_affect": FELT,
        "context_updates": {
            "threads": [{"thread_key": "住まい", "confidence": 0.8}],
            "links": [{"to_event_id": 1, "label": "reply_to", "confidence": 0.9}],
        },
        **changes,
    }
