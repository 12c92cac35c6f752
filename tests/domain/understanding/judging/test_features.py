"""What the second look sees in a belief about somebody else."""

from dataclasses import replace

from omoide.domain.understanding.reading import ReadName
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
