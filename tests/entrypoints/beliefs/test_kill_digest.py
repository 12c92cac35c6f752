"""Killed while a plan is kept, twenty times: each event is wholly digested or not at all."""

import signal
from pathlib import Path

import pytest

from omoide import Mind
from omoide.domain.understanding.digestion import Outcome
from tests import warm
from tests.entrypoints.beliefs.digest_and_die import open_home

KILLS = 20
STATEMENTS = 50
"""Statements of one event's transaction; a kill after them falls into the next event's."""
ALL = {"states", "preference", "affect", "annotations", "thread", "record", "memory"}
CHILD = Path(__file__).with_name("digest_and_die.py")


def fill(folder: Path, count: int) -> None:
    with open_home(folder) as home:
        mind = home.persona("haru")
        for number in range(1, count + 1):
            mind.observe(
                user=f"寺町と小立野と東山のそば{number}が好き",
                assistant='うん<persona_emotion category="joy"/>',
                at=1_774_000_000 + number,
            )


def digest(folder: Path, *, die_at: int) -> int:
    return warm.run(str(CHILD), str(folder), str(die_at)).returncode


def traces(mind: Mind, event_id: int) -> set[str]:
    """What there is of an event's digestion."""
    found = {
        "states": any(state.body.startswith(f"{event_id}の") for state in mind.beliefs.all(ended=True)),
        "preference": any(one.subject == f"そば{event_id}" for one in mind.preferences.all(status=None)),
        "affect": mind.feelings.affect(event_id) is not None,
        "annotations": mind.annotations(event_id) is not None,
        "thread": bool(mind.thread(event_id).marks),
        "record": mind.digestion(event_id) is not None,
        "memory": any(memory.event_id == event_id for memory in mind.memories.all()),
    }
    return {name for name, is_there in found.items() if is_there}


@pytest.mark.slow
def test_an_event_is_wholly_digested_or_not_at_all(tmp_path: Path) -> None:
    events = 12
    fill(tmp_path / "killed", events)
    killed = 0
    for kill in range(KILLS):
        # Most kills fall into the first waiting event; every third lets one event pass and hits the second.
        die_at = 1 + kill * (STATEMENTS - 2) // KILLS + (STATEMENTS + 12 if kill % 3 == 2 else 0)
        killed += digest(tmp_path / "killed", die_at=die_at) == -signal.SIGKILL
        with open_home(tmp_path / "killed") as home:
            mind = home.mind("haru")
            for event_id in range(1, events + 1):
                found = traces(mind, event_id)
                assert found in (set(), ALL), (
                    kill,
                    event_id,
                )
                assert len([s for s in mind.beliefs.all(ended=True) if s.body.startswith(f"{event_id}の")]) in (0, 3)
    assert killed == KILLS
    assert digest(tmp_path / "killed", die_at=0) == 0
    fill(tmp_path / "whole", events)
    assert digest(tmp_path / "whole", die_at=0) == 0
    with open_home(tmp_path / "killed") as one, open_home(tmp_path / "whole") as other:
        mind, whole = one.mind("haru"), other.mind("haru")
        assert [(s.body, s.version) for s in mind.beliefs.all(ended=True)] == [
            (s.body, s.version) for s in whole.beliefs.all(ended=True)
        ]
        assert mind.feelings.mood() == whole.feelings.mood()
        assert mind.digest_status() == whole.digest_status()
        assert all(d is not None and d.outcome is Outcome.APPLIED for d in map(mind.digestion, range(1, events + 1)))
