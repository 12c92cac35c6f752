"""Whom a digest takes a belief to be about is whom the reader's own weights point at."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from omoide import Omoide, SimulatedClock
from omoide.adapters.thinkers.rules import RulesThinker
from omoide.domain.understanding.judging.agreement import Agreement, Look
from omoide.domain.understanding.judging.referents import Pointing
from omoide.domain.understanding.reading import SOMEBODY, BeliefKind, Reading, TurnInPlace
from tests.conftest import NOW
from tests.domain.understanding.judging.readings import CALM, stated
from tests.fakes.embedding import hashing

SAID = "消防士になったんだって"
LOOKS = dict.fromkeys(BeliefKind, Look({"sure": 1.0}, 0.0, asserted=0.75, supposed=0.3))


class OneBelief:
    """Reads one belief, of somebody who is not named in its turn, and points by given weights."""

    def __init__(self, pointing: Pointing | None) -> None:
        self.pointing = pointing

    def read(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        belief = stated(SAID, "消防士", about=SOMEBODY)
        return [replace(CALM, beliefs=(belief,)) if turn.user == SAID else CALM for turn in turns]

    def agreement(self) -> Agreement:
        return Agreement(LOOKS, self.pointing)


@pytest.mark.parametrize(
    ("pointing", "who"),
    [
        (Pointing({"said_before": 9.0}), "弟"),
        (Pointing({"answered": 9.0}), "叔母"),
        (None, "叔母"),
    ],
)
def test_weights_say_who_is_meant_and_without_them_whoever_was_named_last(
    tmp_path: Path, pointing: Pointing | None, who: str
) -> None:
    thinker = RulesThinker(reader=OneBelief(pointing))
    with Omoide.open(tmp_path, clock=SimulatedClock(NOW), embedder=hashing(), thinker=thinker) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        mind = home.mind("haru")
        mind.observe(user="弟と話した", assistant="叔母さまは？", session_id="a", at="2026-03-01T10:00")
        mind.observe(user=SAID, assistant="すごい", session_id="a", at="2026-03-01T10:01")
        mind.digest()
        [belief] = [one for one in mind.beliefs.all() if "消防士" in one.body]
    assert belief.about == who
