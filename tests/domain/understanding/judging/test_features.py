"""What the second look sees in a belief about somebody else."""

from dataclasses import replace

import pytest

from omoide.domain.beliefs.preference import Polarity
from omoide.domain.understanding.reading import BeliefKind, ReadBelief, ReadName
from tests.domain.understanding.judging.readings import CALM, listener, stated


def seen(said: str, value: str, *, about: str, names: tuple[ReadName, ...] = ()) -> dict[str, float]:
    reading = replace(CALM, beliefs=(stated(said, value, about=about),), names=names)
    [taken] = listener(said, known=frozenset({about})).taken(reading)
    return taken.features


def named(said: str, name: str, kind: str) -> ReadName:
    at = said.index(name)
    return ReadName(name, (at, at + len(name)), kind, 0.9)


def test_a_person_who_is_named_in_the_clause_is_seen_as_one() -> None:
    said = "Ines builds boats in Rotterdam now"
    found = seen(said, "builds boats", about="Ines", names=(named(said, "Ines", "person"),))
    assert found["other.named"] == 0.9
    assert found["other.same_clause"] == 1
    assert "other.thing" not in found


def test_a_place_taken_for_somebody_is_seen_as_a_thing() -> None:
    said = "Rotterdam has boats"
    found = seen(said, "boats", about="Rotterdam", names=(named(said, "Rotterdam", "place"),))
    assert found["other.thing"] == 0.9
    assert "other.named" not in found


def test_a_kin_word_is_seen_as_one() -> None:
    assert seen("妹は看護師", "看護師", about="妹")["other.kin"] == 1


def test_of_the_user_nothing_is_seen_about_somebody_else() -> None:
    assert not [name for name in seen("私は看護師", "看護師", about="user") if name.startswith("other.")]


@pytest.mark.parametrize(
    "belief",
    [
        stated("牛乳を買わなきゃ", "牛乳を買わな", kind=BeliefKind.TASK),
        stated("セロリは無理", "セロリ", kind=BeliefKind.PREFERENCE, polarity=Polarity.LIKE, chances={"like": 0.6}),
    ],
)
def test_a_belief_is_no_rival_of_itself_however_it_is_put_right(belief: ReadBelief) -> None:
    said = {BeliefKind.TASK: "牛乳を買わなきゃ", BeliefKind.PREFERENCE: "セロリは無理"}[belief.kind]
    [taken] = listener(said).taken(replace(CALM, beliefs=(belief,)))
    assert taken.belief != belief
    assert not {name for name in taken.features if name.startswith("rival.")}
    assert "others" not in taken.features


def test_another_belief_of_the_same_words_is_a_rival() -> None:
    said = "牛乳を買わなきゃ"
    both = (stated(said, "牛乳を買わな", kind=BeliefKind.TASK), stated(said, "牛乳", sure=0.4))
    task, fact = listener(said).taken(replace(CALM, beliefs=both))
    assert task.features["rival.fact"] == 0.4
    assert fact.features["rival.task"] == 0.8
