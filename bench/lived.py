"""Talk that is lived through by the product: observed through its public door, digested as it does by itself, and read back.

Nothing is called that a user's program could not call.  Sessions come one after the other at their own time, so that what
waits is digested, and nights that are due run, between them as they would have.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.labelled import LabelledTurn, Speaker
from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.events.event import EventId, Turn
from omoide.domain.memories.memory import Memory
from omoide.domain.time.moment import Moment
from omoide.ports.models.embedder import Embedder

AFTER_SECONDS = 60
"""How long after its last turn a session is looked at."""
WALKED_PAST = 100
"""How many of the newest memories are looked through for those of a session."""


@contextmanager
def scratch(*, embedder: Embedder | None = None) -> Iterator[tuple[Omoide, SimulatedClock]]:
    """Open a home of its own with all defaults; `embedder` shares one that is loaded already."""
    clock = SimulatedClock(Moment(0))
    with (
        tempfile.TemporaryDirectory() as folder,
        Omoide.open(Path(folder), clock=clock, embedder=embedder, beside="nowhere") as home,
    ):
        yield home, clock


def lived(home: Omoide, clock: SimulatedClock, speaker: Speaker) -> tuple[Mind, dict[str, EventId], dict[str, Memory]]:
    """Live through a speaker's talk; return the mind, each turn's event, and each turn's memory as it was first."""
    clock.set(Moment(speaker.turns[0].at))
    home.add_persona(speaker.name, language=speaker.language, timezone=speaker.timezone)
    mind = home.mind(speaker.name)
    events: dict[str, EventId] = {}
    memories: dict[str, Memory] = {}
    for session in speaker.sessions():
        known = _observed(mind, clock, session)
        events |= known
        turn_of = {event_id: turn_id for turn_id, event_id in known.items()}
        newest = mind.memories.all(limit=len(session) + WALKED_PAST)
        memories |= {turn_of[one.event_id]: one for one in newest if one.event_id in turn_of}
    return mind, events, memories


def _observed(mind: Mind, clock: SimulatedClock, session: Sequence[LabelledTurn]) -> dict[str, EventId]:
    clock.set(Moment(max(clock.now(), session[-1].at + AFTER_SECONDS)))
    turns = [(Turn(user=turn.user, assistant=turn.assistant, session_id=turn.session), turn.at) for turn in session]
    kept = mind.observe_many(turns)
    mind.settle()
    return {turn.id: event.id for turn, event in zip(session, kept, strict=True)}


def said_alone(
    home: Omoide, clock: SimulatedClock, texts: Sequence[str], *, persona: str, language: str
) -> list[Memory | None]:
    """Have each sentence said in a session of its own, without an answer; return the memory of each, if there is one."""
    start = Moment(1_750_000_000)
    clock.set(Moment(start + len(texts)))
    home.add_persona(persona, language=language, timezone="UTC")
    mind = home.mind(persona)
    turns = [
        (Turn(user=text, assistant="", session_id=f"{persona}-{at}"), Moment(start + at))
        for at, text in enumerate(texts)
    ]
    kept = mind.observe_many(turns)
    mind.settle()
    memories = {one.event_id: one for one in mind.memories.all()}
    return [memories.get(event.id) for event in kept]
