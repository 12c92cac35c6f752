"""The query step: by rules at once, by a model where one is set, and never an error."""

import statistics
import time
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from omoide.asks.ask import Ask
from omoide.asks.classify_query import ClassifyQuery, QueryAnswer
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.intent import Intent
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.errors import AnswerRefused, ThinkerUnavailable
from omoide.ports.models.thinker import Answered
from omoide.usecases.recall.plan_query import PlanQuery, QueryStep

ValueT = TypeVar("ValueT")
HARU = Persona(PersonaId(1), "haru", Language.JA, "Asia/Tokyo", Moment(0))


@dataclass
class Says:
    """A thinker that gives one answer, or fails."""

    answer_: QueryAnswer | Exception
    asked: list[str] = field(default_factory=list)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        assert isinstance(ask, ClassifyQuery)
        self.asked.append(ask.utterance)
        if isinstance(self.answer_, Exception):
            raise self.answer_
        return Answered(ask.parse(self.answer_), by="scripted")


def _plan(step: QueryStep, says: Says | None) -> PlanQuery:
    return PlanQuery(step, None if says is None else lambda: says)


def test_a_model_is_asked_once_and_its_words_count() -> None:
    says = Says(QueryAnswer(search=True, rag=("猫", "ペット"), keywords=("モモ",), intent=Intent.EMOTIONAL))
    plan = _plan(QueryStep.MODEL, says)(HARU, "うちの子の名前は？")
    assert (plan.search, plan.words, plan.keywords, plan.intent) == (
        True,
        ("猫", "ペット"),
        ("モモ",),
        Intent.EMOTIONAL,
    )
    assert says.asked == ["うちの子の名前は？"]


@pytest.mark.parametrize(
    "failure", [ThinkerUnavailable("away"), AnswerRefused("classify_query", by="scripted", reason="policy")]
)
def test_where_a_model_fails_rules_plan(failure: Exception) -> None:
    by_model = _plan(QueryStep.MODEL, Says(failure))(HARU, "昨日の田中さんの話")
    assert by_model == _plan(QueryStep.RULES, None)(HARU, "昨日の田中さんの話")
    assert by_model.intent is Intent.TEMPORAL
    assert _plan(QueryStep.MODEL, None)(HARU, "昨日の田中さんの話") == by_model


def test_rules_ask_nobody_and_off_plans_nothing() -> None:
    says = Says(ThinkerUnavailable("away"))
    _plan(QueryStep.RULES, says)(HARU, "昨日の田中さんの話")
    off = _plan(QueryStep.OFF, says)(HARU, "うん")
    assert says.asked == []
    assert (off.search, off.keywords) == (True, ())


@pytest.mark.parametrize(
    ("said", "search"), [("うん", False), ("おはよう", False), ("?", False), ("猫", True), ("猫の名前は？", True)]
)
def test_greetings_and_nods_leave_the_past_alone(said: str, search: bool) -> None:
    assert _plan(QueryStep.RULES, None)(HARU, said).search is search


def test_rules_take_less_than_two_milliseconds_of_the_processor() -> None:
    plan = _plan(QueryStep.RULES, None)
    said = [
        "昨日、田中さんと京都の喫茶店で何を話したっけ？",
        "How do I set up the database on port 6544?",
        "猫の名前は？",
        "嬉しかったこと",
    ]
    plan(HARU, said[0])
    times = []
    for text in said * 10:
        started = time.process_time()
        plan(HARU, text)
        times.append(time.process_time() - started)
    assert statistics.median(times) < 0.002
