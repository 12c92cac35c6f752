"""What every persona store promises."""

from dataclasses import replace

import pytest

from omoide.domain.text.language import Language
from omoide.errors import InvalidInput, PersonaExists, PersonaNotFound
from tests.contract.conftest import START, Stores


def test_a_persona_is_found_by_any_spelling_of_its_name(stores: Stores) -> None:
    added = stores.persona("Haru")
    assert stores.personas.get("ｈａｒｕ") == stores.personas.get("HARU") == added


def test_a_name_is_taken_once(stores: Stores) -> None:
    stores.persona("ハル")
    with pytest.raises(PersonaExists):
        stores.personas.add("ﾊﾙ", language=Language.JA, timezone="UTC", at=START)


def test_an_unknown_persona_is_not_found_and_not_made(stores: Stores) -> None:
    with pytest.raises(PersonaNotFound, match="'momo'"):
        stores.personas.get("momo")
    assert stores.personas.all() == []


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "x" * 101, "\ud800"])
def test_a_name_that_is_none_is_refused(stores: Stores, name: str) -> None:
    with pytest.raises(InvalidInput):
        stores.persona(name)


def test_a_persona_can_be_renamed_but_not_onto_another(stores: Stores) -> None:
    haru, _ = stores.persona("haru"), stores.persona("june")
    assert stores.personas.change(replace(haru, name="春", timezone="UTC")).name == "春"
    with pytest.raises(PersonaExists):
        stores.personas.change(replace(haru, name="JUNE"))


def test_settings_belong_to_one_persona(stores: Stores) -> None:
    haru, june = stores.persona("haru"), stores.persona("june")
    stores.settings.set(haru.id, "retrieval.top_k", "7")
    stores.settings.set(haru.id, "retrieval.top_k", "9")
    assert stores.settings.of(haru.id) == {"retrieval.top_k": "9"}
    assert stores.settings.of(june.id) == {}
    stores.settings.set(haru.id, "retrieval.top_k", None)
    assert stores.settings.of(haru.id) == {}
