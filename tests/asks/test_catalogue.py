"""Every question there is keeps the promises of a question."""

import pytest

from omoide.adapters.thinkers.rules import REGISTER
from omoide.asks import catalogue
from omoide.asks.ask import Patience, Role, shape
from omoide.errors import InvalidInput

ASKS = catalogue.all_asks()


def test_the_known_questions_are_found() -> None:
    assert {"appraise_turn", "appraise_turns", "classify_query", "condense", "say_ready"} <= set(ASKS)


@pytest.mark.parametrize("name", list(ASKS))
def test_a_question_says_who_answers_it_and_whether_it_can_wait(name: str) -> None:
    kind = ASKS[name]
    assert name == kind.NAME
    assert kind.ROLE in Role
    assert kind.PATIENCE in Patience
    assert kind.SCHEMA_VERSION >= 1


@pytest.mark.parametrize("name", list(ASKS))
def test_without_a_model_the_rules_can_answer_it(name: str) -> None:
    assert ASKS[name] in REGISTER


@pytest.mark.parametrize("name", list(ASKS))
def test_its_schema_goes_over_the_wire_without_prose(name: str) -> None:
    told = str(shape(ASKS[name].SCHEMA))
    assert "'title':" not in told
    assert "'description':" not in told
    assert set(shape(ASKS[name].SCHEMA)["properties"]) <= set(ASKS[name].SCHEMA.model_fields)


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    with pytest.raises(InvalidInput, match="classify_query"):
        catalogue.ask_named("nosuch")
