"""One call says whether to search, with which words, and why."""

import pytest

from omoide.asks.ask import CANONICAL_FENCE
from omoide.asks.classify_query import LONGEST_UTTERANCE, ClassifyQuery, QueryAnswer
from omoide.domain.recall.intent import Intent
from omoide.domain.recall.query_plan import QueryPlan
from omoide.domain.text.language import Language

ASK = ClassifyQuery("田中さんって誰だっけ？")


def _plan(answer: dict[str, object], *, ask: ClassifyQuery = ASK) -> QueryPlan:
    return ask.parse(QueryAnswer.model_validate(answer))


def test_the_seeds_own_example_becomes_a_plan() -> None:
    plan = _plan(
        {"search": True, "rag": ["田中さん", "友人", "知り合い"], "keywords": ["田中"], "intent": "relational"}
    )
    assert plan == QueryPlan(True, ("田中さん", "友人", "知り合い"), ("田中",), Intent.RELATIONAL)


def test_words_may_come_as_one_text() -> None:
    plan = _plan({"search": True, "rag": "田中さん 友人、知り合い", "keywords": "田中", "intent": "RELATIONAL "})
    assert plan.words == ("田中さん", "友人", "知り合い")
    assert plan.keywords == ("田中",)
    assert plan.intent is Intent.RELATIONAL


def test_more_than_three_keywords_are_cut() -> None:
    assert _plan({"search": True, "keywords": ["a", "b", "c", "d"]}).keywords == ("a", "b", "c")


def test_a_search_without_words_looks_for_what_was_said() -> None:
    assert _plan({"search": True}).words == ("田中さんって誰だっけ？",)


def test_no_search_has_no_words() -> None:
    plan = _plan({"search": False, "rag": ["x"], "keywords": ["y"], "intent": "factual"})
    assert plan == QueryPlan(False, (), (), Intent.FACTUAL)


def test_nothing_said_is_never_searched_for() -> None:
    assert not _plan({"search": True, "rag": ["x"]}, ask=ClassifyQuery("  ")).search


def test_an_invented_intent_is_taken_for_facts() -> None:
    assert _plan({"search": True, "intent": "philosophical"}).intent is Intent.FACTUAL


@pytest.mark.parametrize("language", list(Language))
def test_instructions_never_change_and_hold_no_data(language: Language) -> None:
    one = ASK.render(language=language, fence="<<<1>>>")
    two = ClassifyQuery("別の話", recent=("前の話",)).render(language=language, fence="<<<2>>>")
    assert one.system == two.system
    assert "<<<" not in one.system
    assert "田中さんって誰" in one.user
    assert two.user.count("<<<2>>>") == 4


def test_a_pasted_page_is_shown_by_its_beginning_and_end() -> None:
    page = "始" + "あ" * 100_000 + "終"
    user = ClassifyQuery(page).render(language=Language.JA, fence=CANONICAL_FENCE).user
    assert len(user) < LONGEST_UTTERANCE + 100
    assert "始" in user
    assert "終" in user
