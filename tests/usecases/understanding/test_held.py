"""What is held while a portion is digested is at every turn what the store would return, whoever changes it."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.beliefs.state import UNKEPT, Origin, State, StateChange, StateKind
from omoide.domain.time.moment import Moment
from omoide.usecases.understanding.held import MOST_SHOWN, MOST_SUPPOSED, HeldStates
from tests.conftest import NOW
from tests.fakes.embedding import hashing


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    with Omoide.open(tmp_path, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere") as home:
        yield home.persona("haru")


def held_by(mind: Mind) -> HeldStates:
    store = mind._home.beliefs.store
    return HeldStates(store, store, mind.persona.id)


def in_the_store(mind: Mind, at: Moment) -> list[State]:
    store, persona = mind._home.beliefs.store, mind.persona.id
    return [
        *store.open(persona, MOST_SHOWN, at=at),
        *store.open(persona, MOST_SUPPOSED, at=at, candidates=True),
    ]


def changed(mind: Mind, *changes: StateChange) -> list[State]:
    return mind._home.beliefs.store.change(mind.persona.id, changes, at=NOW, origin=Origin.OWNER)


def new(number: int, dice: random.Random) -> State:
    kind = dice.choice([StateKind.TASK, StateKind.RELATION])
    when = Moment(NOW - dice.randrange(1000))
    return State(UNKEPT, kind, f"こと{number}", {"about": "user"}, last_confirmed=when, candidate=dice.random() < 0.4)


def ended(state: State, at: Moment) -> StateChange:
    return StateChange(state, replace(state, valid_to=at), "終わった", ())


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_the_store_holds_whatever_changes(mind: Mind, seed: int) -> None:
    dice = random.Random(seed)
    changed(mind, *(StateChange(None, new(number, dice), "", ()) for number in range(160)))
    held, now = held_by(mind), Moment(NOW)
    for step in range(25):
        now = Moment(now + dice.randrange(60))
        found = held.at(now)
        assert found == in_the_store(mind, now)
        some = dice.sample(found, dice.randrange(1, 6))
        changed(
            mind,
            *(ended(state, Moment(now + dice.randrange(-5, 40))) for state in some[:3]),
            *(StateChange(one, replace(one, last_confirmed=now), "また言った", ()) for one in some[3:]),
            *(StateChange(None, new(1000 + step, dice), "", ()) for _ in range(dice.randrange(3))),
        )


def test_nothing_is_read_again_while_nothing_changes(mind: Mind) -> None:
    changed(mind, StateChange(None, new(1, random.Random(1)), "", ()))
    held = held_by(mind)
    first = held.at(NOW)
    assert all(one is other for one, other in zip(first, held.at(Moment(NOW + 1)), strict=True))


def test_what_was_erased_is_gone_at_the_next_turn(mind: Mind) -> None:
    event = mind.observe(user="わたしは金沢に住んでいます", assistant="そうなんだ", session_id="s")
    mind.digest()
    held = held_by(mind)
    assert held.at(NOW)
    mind.erase(event_id=event.id)
    assert held.at(NOW) == []
