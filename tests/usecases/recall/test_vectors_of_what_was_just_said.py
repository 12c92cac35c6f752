"""Nobody waits for the vectors of what the conversation shows anyway; everybody else finds what was said by its meaning."""

from typing import Any

import pytest

from omoide import Mind, SimulatedClock
from omoide.usecases.recall.recall import LEFT_WAITING


def waiting(mind: Mind) -> int:
    [status] = [each for each in mind.index_status() if each.is_active]
    return status.pending


def talk(*said: str) -> list[dict[str, Any]]:
    return [{"role": role, "content": text} for each in said for role, text in (("user", each), ("assistant", "うん"))][
        :-1
    ]


@pytest.fixture
def begun(mind: Mind, clock: SimulatedClock) -> Mind:
    """A session of one turn, of which a context was composed and which was then kept."""
    mind.observe(user="猫の名前はモモ", assistant="覚えた", session_id="old")
    mind.catch_up()
    mind.context(talk("港で船を見た"), session_id="a")
    mind.observe(user="港で船を見た", assistant="うん", session_id="a")
    clock.advance(seconds=60)
    return mind


def test_the_turn_before_is_not_embedded_for_the_next_one_of_the_same_session(begun: Mind) -> None:
    assert waiting(begun) == 1
    context = begun.context(talk("港で船を見た", "猫の名前は？"), session_id="a")
    assert "モモ" in context.block
    assert waiting(begun) == 1


def test_whoever_asks_elsewhere_makes_the_vectors(begun: Mind) -> None:
    begun.context(talk("港の話"), session_id="b")
    assert waiting(begun) == 0


def test_whoever_asks_without_a_session_makes_the_vectors(begun: Mind) -> None:
    begun.context("港の話")
    assert waiting(begun) == 0


def test_recall_itself_always_makes_them(begun: Mind) -> None:
    begun.recall("港")
    assert waiting(begun) == 0


def test_a_client_that_shows_only_the_last_message_finds_the_earlier_ones_by_meaning(begun: Mind) -> None:
    begun.context("港のこと、もう一度話して", session_id="a")
    assert waiting(begun) == 0


def test_a_host_shows_its_whole_session(begun: Mind) -> None:
    begun.host.meet_prompt("猫の名前は？", session_id="a", place="/p")
    assert waiting(begun) == 1
    begun.host.meet_prompt("猫の名前は？", session_id="other", place="/p")
    assert waiting(begun) == 0


def test_once_they_are_more_than_a_few_they_are_made_beside_the_caller(begun: Mind) -> None:
    said = ["港で船を見た"]
    for number in range(LEFT_WAITING):
        said.append(f"{number}番目の話")
        begun.context(talk(*said), session_id="a")
        begun._home.foundation.background.wait()
        begun.observe(user=said[-1], assistant="うん", session_id="a")
    assert waiting(begun) < LEFT_WAITING


def test_settle_leaves_none_waiting(begun: Mind) -> None:
    begun.settle()
    assert waiting(begun) == 0
