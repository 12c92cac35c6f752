"""What was said before each of a portion's turns is looked up once for all, and is what each would have found by itself."""

import random
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock, Turn
from omoide.usecases.events.recent import RecentEvents
from tests.conftest import NOW
from tests.fakes.embedding import hashing


@pytest.mark.parametrize("seed", range(4))
def test_looked_up_together_or_one_by_one_the_same_is_found(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    with Omoide.open(tmp_path, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere") as home:
        mind = home.persona("haru")
        turns = [
            (
                Turn(f"{number}回目", "うん", session_id=dice.choice("ab"), client_id=dice.choice(["", "x", "y"])),
                NOW - 9_000 + dice.randrange(30) * 60,
            )
            for number in range(60)
        ]
        kept = mind.observe_many(turns)
        store = mind._home.events.store
        recent, some = RecentEvents(store), dice.sample(kept, 12)
        together = recent.of_each(mind.persona.id, some)
        assert together == {event.id: recent(mind.persona.id, event) for event in some}
