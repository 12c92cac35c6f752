"""The model when it can be had; rules for those who cannot wait; who answered is always said."""

import pytest

from omoide.adapters.thinkers.fallback import FallbackThinker
from omoide.adapters.thinkers.scripted import ScriptedThinker
from omoide.asks.ask import Role
from omoide.errors import AnswerRefused, AnswerUnusable, BudgetSpent, OmoideError, ThinkerUnavailable
from tests.fakes.thinking import AskWeather, AskWeatherNow

BY_MODEL = {"degrees": 30, "words": "model"}
BY_RULES = {"degrees": 10, "words": "rules"}
RULES = ScriptedThinker({"weather": [BY_RULES]})
TROUBLES: list[OmoideError] = [
    ThinkerUnavailable("down"),
    BudgetSpent("spent"),
    AnswerRefused("weather", by="m", reason="policy"),
    AnswerUnusable("weather", by="m", reason="broken"),
]


def test_without_a_model_rules_answer_everything() -> None:
    thinker = FallbackThinker({}, RULES)
    assert thinker.answer(AskWeather()).value == (10, "rules")
    assert thinker.answer(AskWeatherNow()).value == (10, "rules")


def test_a_model_for_another_role_is_not_asked() -> None:
    other = ScriptedThinker({"weather": [BY_MODEL]})
    assert FallbackThinker({Role.SUMMARY: other}, RULES).answer(AskWeather()).value == (10, "rules")
    assert other.asked == []


def test_a_model_that_can_be_had_answers() -> None:
    thinker = FallbackThinker({Role.INTERNAL: ScriptedThinker({"weather": [BY_MODEL]})}, RULES)
    assert thinker.answer(AskWeatherNow()).value == (30, "model")


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: type(trouble).__name__)
def test_when_it_fails_asks_that_can_wait_stay_pending_and_others_go_to_rules(trouble: OmoideError) -> None:
    thinker = FallbackThinker({Role.INTERNAL: ScriptedThinker({"weather": [trouble]})}, RULES)
    assert thinker.answer(AskWeatherNow()).value == (10, "rules")
    with pytest.raises(type(trouble)):
        thinker.answer(AskWeather())


def test_a_script_is_validated_like_a_model_and_says_its_last_line_again() -> None:
    scripted = ScriptedThinker({"weather": [BY_MODEL, BY_RULES]})
    said = [scripted.answer(AskWeather()).value for _ in range(3)]
    assert said == [(30, "model"), (10, "rules"), (10, "rules")]
    assert scripted.answer(AskWeather()).by == "scripted"
    with pytest.raises(ThinkerUnavailable, match="weather"):
        ScriptedThinker({}).answer(AskWeather())
