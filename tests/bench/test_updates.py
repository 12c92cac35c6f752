"""A small version of `python -m bench.updates`, through the built-in encoder."""

import pytest
from bench.conversations import Conversation, Question, Said
from bench.updates import answered, figures
from bench.updates_sets import errands, everyday, told_twice

from omoide import sample
from omoide.domain.text.language import Language


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_fact_told_twice_in_the_same_words_comes_back_with_its_newer_value(language: str) -> None:
    found = figures(answered(told_twice(language, facts=40, pairs=30, seed=7), is_digested=False))[language]
    assert found["newer_first"] >= 0.95
    assert found["outdated_alone"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ja", "en"])
def test_everyday_facts_that_changed_come_back_as_they_are_more_often_than_not(language: str) -> None:
    found = figures(answered(everyday(language, part="all"), is_digested=True))[language]
    assert found["newer_first"] >= 0.5
    assert found["outdated_alone"] <= 0.4
    assert found["older_first"] >= 0.75


@pytest.mark.parametrize("language", ["ja", "en"])
def test_whoever_asks_whether_an_errand_was_done_hears_that_it_was(language: str) -> None:
    found = figures(answered(errands(language), is_digested=True))[language]
    assert found["newer_first"] >= 0.8
    assert found["outdated_absent_or_marked"] >= 0.6


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_never_changed_stays_where_it_was_ranked_and_is_not_said_to_have_changed(language: str) -> None:
    kind = Language(language)
    said = tuple(
        Said((str(number),), turn.session_id, at, turn.user, turn.assistant)
        for number, (turn, at) in enumerate(sample.life(kind).turns)
    )
    asked = tuple(
        Question(stop.question, "tour", (places,), frozenset(), "2026-03-30T06:00:00+00:00", None)
        for stop in sample.tour(kind)
        if (places := frozenset(one.turn_ids[0] for one in said if stop.expect and stop.expect in one.user))
    )
    found = figures(answered(Conversation(f"{language}-tour", said, asked), is_digested=False))[language]
    assert found["lasting"] >= 6
    assert found["right_demoted"] == found["right_marked"] == 0
