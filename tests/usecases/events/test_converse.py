"""Turns of a session are kept as they happen: opened by what is said, completed by the answer."""

from dataclasses import replace

import pytest

from omoide import Mind, SimulatedClock, Turn
from omoide.errors import IdempotencyConflict, InvalidInput, NotRecorded
from omoide.usecases.events.converse import TRY_AGAIN_SECONDS, Converse, turn_key

SAID = Turn("猫の名前はモモだよ", session_id="s1")
ANSWERED = replace(SAID, assistant="モモちゃん、覚えたよ")


@pytest.fixture
def converse(mind: Mind) -> Converse:
    return mind._home.events.converse(mind.persona)


def told(mind: Mind) -> list[tuple[str, str | None]]:
    return [(event.user, event.assistant) for event in mind.log()]


def test_what_is_said_is_kept_before_anybody_answers(mind: Mind, converse: Converse) -> None:
    opened = converse.heard(mind.persona.id, SAID)
    assert told(mind) == [(SAID.user, None)]
    converse.answered(mind.persona.id, ANSWERED, opened=opened.id)
    assert told(mind) == [(SAID.user, ANSWERED.assistant)]


def test_the_same_words_go_on_with_the_turn_that_is_open(mind: Mind, converse: Converse) -> None:
    first = converse.heard(mind.persona.id, SAID)
    assert converse.heard(mind.persona.id, SAID) == first
    assert converse.heard(mind.persona.id, replace(SAID, session_id="s2")) != first
    converse.answered(mind.persona.id, ANSWERED)
    assert converse.heard(mind.persona.id, SAID) != first


def test_an_hour_later_the_same_words_are_said_anew(mind: Mind, converse: Converse, clock: SimulatedClock) -> None:
    first = converse.heard(mind.persona.id, SAID)
    clock.advance(seconds=TRY_AGAIN_SECONDS + 1)
    assert converse.heard(mind.persona.id, SAID) != first


def test_an_open_turn_is_known_again_though_its_secret_was_masked(mind: Mind, converse: Converse) -> None:
    said = replace(SAID, user="鍵は sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 だよ")
    assert converse.heard(mind.persona.id, said) == converse.heard(mind.persona.id, said)
    assert "abcdefghij" not in mind.log()[0].user


def test_the_same_answer_is_kept_once_and_another_one_beside_it(mind: Mind, converse: Converse) -> None:
    opened = converse.heard(mind.persona.id, SAID).id
    for answer in ("モモ！", "モモ！", "いい名前"):
        converse.answered(mind.persona.id, replace(SAID, assistant=answer), opened=opened)
    assert told(mind) == [(SAID.user, "モモ！"), (SAID.user, "いい名前")]


def test_a_turn_with_a_name_is_one_turn_whoever_tells_it(mind: Mind, converse: Converse) -> None:
    named = replace(ANSWERED, idempotency_key=turn_key("s1", "m-1"))
    for _ in range(2):
        converse.heard(mind.persona.id, named)
        converse.answered(mind.persona.id, named)
        converse.answered(mind.persona.id, replace(named, assistant="もう一度言うね、モモ"))
    assert told(mind) == [(SAID.user, ANSWERED.assistant), (SAID.user, "もう一度言うね、モモ")]
    with pytest.raises(IdempotencyConflict):
        converse.heard(mind.persona.id, replace(named, user="別の話"))


def test_the_persona_may_speak_first(mind: Mind, converse: Converse) -> None:
    converse.answered(mind.persona.id, Turn("", "おかえり。", session_id="s1"))
    assert told(mind) == [("", "おかえり。")]


def test_an_answer_to_a_turn_that_was_erased_does_not_bring_it_back(mind: Mind, converse: Converse) -> None:
    opened = converse.heard(mind.persona.id, SAID)
    mind.erase(event_id=opened.id)
    assert converse.answered(mind.persona.id, ANSWERED, opened=opened.id) is None
    assert told(mind) == []


def test_what_must_not_be_recorded_and_what_is_nothing_are_refused(mind: Mind) -> None:
    mind.set("privacy.never_record", '["(?i)password"]')
    converse = mind._home.events.converse(mind.persona)
    with pytest.raises(NotRecorded):
        converse.heard(mind.persona.id, replace(SAID, user="my password is momo"))
    with pytest.raises(InvalidInput):
        converse.heard(mind.persona.id, replace(SAID, user=""))
    with pytest.raises(InvalidInput):
        converse.answered(mind.persona.id, SAID)
    assert told(mind) == []


@pytest.mark.parametrize("length", [1, 500])
def test_the_key_of_a_turn_is_short_enough_and_its_own(length: int) -> None:
    keys = {turn_key("s" * length, name) for name in ("a", "b" * length, "c")}
    assert len(keys) == 3
    assert max(map(len, keys)) <= 200
