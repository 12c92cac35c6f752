from dataclasses import replace

import pytest

from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.events.event import EventId
from omoide.domain.recall.changes.believed import Ground, outdated
from omoide.domain.time.moment import Moment


def home(number: int, value: str, *, candidate: bool = False, attribute: str = "home") -> State:
    payload = {"about": "user", "attribute": attribute, "value": value}
    return State(StateId(number), StateKind.FACT, f"You live in {value}.", payload, candidate=candidate)


def heard(state: State, event: int, *, ends: bool = False) -> Ground:
    return Ground(state, EventId(event), Moment(event * 1_000), ends)


def test_the_turn_that_ended_a_belief_holds_in_the_stead_of_those_it_rested_on() -> None:
    vienna = replace(home(1, "Vienna", attribute="other"), valid_to=Moment(3_000))
    found = outdated([heard(vienna, 1), heard(vienna, 2), heard(vienna, 3, ends=True)], {})
    assert found.known == {(1, 3), (2, 3)}


def test_of_what_is_true_one_at_a_time_the_last_holds() -> None:
    found = outdated([heard(home(2, "Oslo"), 5), heard(home(1, "Vienna"), 1)], {})
    assert found.known == {(1, 5)}
    hobbies = [heard(home(1, "chess", attribute="hobby"), 1), heard(home(2, "go", attribute="hobby"), 5)]
    assert not outdated(hobbies, {}).known


def test_the_same_value_heard_again_outdates_nothing() -> None:
    assert not outdated([heard(home(1, "Oslo"), 1), heard(home(1, "Oslo"), 5)], {}).known


@pytest.mark.parametrize("change", ["I've moved to Oslo", "オスロに引っ越した"])
def test_what_is_only_supposed_counts_where_the_newer_turn_tells_a_change(change: str) -> None:
    grounds = [heard(home(1, "Vienna"), 1), heard(home(2, "Oslo", candidate=True), 5)]
    found = outdated(grounds, {EventId(5): change})
    assert not found.known
    assert found.supposed == {(1, 5)}
    assert not outdated(grounds, {EventId(5): "Oslo, what a new town"}).supposed


def test_what_is_supposed_is_over_for_whoever_says_so_in_so_many_words() -> None:
    habit = replace(home(1, "jogging", candidate=True, attribute="habit"), valid_to=Moment(5_000))
    grounds = [heard(habit, 1), heard(habit, 5, ends=True)]
    found = outdated(grounds, {EventId(5): "I gave up jogging"})
    assert not found.known
    assert not found.supposed
    assert found.over == {(1, 5)}
    assert not outdated(grounds, {EventId(5): "The jogging shoes are in the hall"}).over
