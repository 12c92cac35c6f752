"""A month of memories on which no night has worked yet: the first one moves most of them."""

from dataclasses import replace

import numpy as np

from omoide.domain.memories.memory import embeddable
from omoide.domain.nights import simulation
from omoide.domain.nights.simulation import LIVES, DrawnTurn
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.entrypoints.library.mind import Mind
from omoide.ports.memories.store import NewMemory

DAYS = 30


def fill(mind: Mind, *, memories: int) -> None:
    """Give the mind so many memories, the older the stronger, so that all levels are met."""
    parts, persona = mind._home.memories, mind.persona
    rng = np.random.default_rng(1)
    start = moment.start_of(moment.day(mind.now(), tz=persona.tz), tz=persona.tz) - DAYS * DAY_SECONDS
    for day in range(DAYS):
        drawn = simulation.draw_day(LIVES["mixed"], turns=memories // DAYS, rng=rng)
        new = [_memory(mind, turn, at=Moment(start + day * DAY_SECONDS + turn.second), weaker=day) for turn in drawn]
        parts.store.add_all(persona.id, new, space=mind._home.embedder.space)


def _memory(mind: Mind, turn: DrawnTurn, *, at: Moment, weaker: int) -> NewMemory:
    told = replace(turn.impression, emotional_intensity=max(1, turn.impression.emotional_intensity - weaker))
    text = embeddable(trigger=told.trigger, content=told.content)
    return NewMemory(
        impression=told,
        event_id=None,
        session_id="",
        created=at,
        day=moment.day(at, tz=mind.persona.tz),
        memory_days=0.5,
        decay_coefficient=0.97,
        piece=whole_piece(text),
        vector=mind._home.embedder.embed([text])[0],
    )
