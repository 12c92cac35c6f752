"""What every persona store promises."""

from dataclasses import replace

import pytest

from omoide.domain.events.event import Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.errors import InvalidInput, PersonaExists, PersonaNotFound
from omoide.ports.events.store import LogEntry
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


def _says(stores: Stores, persona: Persona, *told: Language | None) -> None:
    entries = [LogEntry(Turn(f"{language}"), START, (), tells_language=language) for language in told]
    stores.events.append(persona.id, entries)


def test_an_open_language_is_decided_once_by_the_first_turn_that_tells_one(stores: Stores) -> None:
    haru = stores.personas.add("haru", language=Language.EN, timezone="UTC", at=START, is_language_open=True)
    june = stores.personas.add("june", language=Language.EN, timezone="UTC", at=START, is_language_open=True)
    _says(stores, haru, None)
    assert stores.personas.get("haru") == haru
    _says(stores, haru, None, Language.JA, Language.EN)
    known = stores.personas.get("haru")
    assert (known.language, known.is_language_open) == (Language.JA, False)
    assert stores.personas.get("june") == june


def test_a_language_that_was_chosen_is_not_decided_by_turns(stores: Stores) -> None:
    haru = stores.persona("haru")
    _says(stores, haru, Language.EN)
    assert stores.personas.get("haru") == haru


def test_whoever_knows_a_language_as_open_does_not_put_it_back(stores: Stores) -> None:
    haru = stores.personas.add("haru", language=Language.EN, timezone="UTC", at=START, is_language_open=True)
    _says(stores, haru, Language.JA)
    changed = stores.personas.change(replace(haru, name="春"))
    assert (changed.name, changed.language, changed.is_language_open) == ("春", Language.JA, False)
    chosen = stores.personas.change(replace(changed, language=Language.EN))
    assert chosen.language is Language.EN
