"""Without a model, a question still finds its words, its names and its intent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.classify_query import ClassifyQuery
from omoide.domain.recall.intent import Intent
from omoide.domain.recall.query_plan import QueryPlan
from omoide.domain.text.language import Language


def _plan(said: str, *, recent: tuple[str, ...] = (), language: Language = Language.JA) -> QueryPlan:
    return RulesThinker(language=language).answer(ClassifyQuery(said, recent)).value


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("初めて会った日のこと、覚えてる？", Intent.EMOTIONAL),
        ("嬉しかったことを教えて", Intent.EMOTIONAL),
        ("猫の名前は？", Intent.FACTUAL),
        ("Nginxの設定方法は？", Intent.TECHNICAL),
        ("最近何した？", Intent.TEMPORAL),
        ("昨日の話の続きをしよう", Intent.TEMPORAL),
        ("田中さんとの関係は？", Intent.RELATIONAL),
        ("What is my cat called?", Intent.FACTUAL),
        ("How do I set up the server?", Intent.TECHNICAL),
        ("What did we do last week?", Intent.TEMPORAL),
        ("Who is Tanaka?", Intent.RELATIONAL),
        ("I felt so lonely and sad", Intent.EMOTIONAL),
    ],
)
def test_the_seeds_examples_have_their_intent(said: str, intent: Intent) -> None:
    plan = _plan(said)
    assert plan.search
    assert plan.intent is intent


@pytest.mark.parametrize("said", ["", "  ", "おはよう！", "ありがとう", "OK", "thanks!", "うん", "…", "！？"])
def test_greetings_nods_and_silence_are_not_searched_for(said: str) -> None:
    assert not _plan(said).search


def test_a_name_becomes_a_keyword() -> None:
    assert "田中さん" in _plan("田中さんって誰だっけ？").keywords or "田中" in _plan("田中さんって誰だっけ？").keywords
    assert "MongoDB" in _plan("MongoDBの件はどうなった？").keywords
    assert "Kyoto" in _plan("Do you remember our trip to Kyoto?", language=Language.EN).keywords


def test_a_question_without_words_of_its_own_takes_those_of_what_went_before() -> None:
    plan = _plan("それで？", recent=("京都旅行の宿を予約したよ",))
    assert any("京都" in word for word in plan.words)


@given(st.text(max_size=300))
def test_anything_may_be_said(said: str) -> None:
    plan = _plan(said)
    assert len(plan.keywords) <= 3
    assert bool(plan.words) is plan.search
