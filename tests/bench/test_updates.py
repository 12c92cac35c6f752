"""A small version of `python -m bench.updates`, through the built-in encoder."""

import pytest
from bench.updates import answered, figures
from bench.updates_sets import everyday, told_twice


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_fact_told_twice_in_the_same_words_comes_back_with_its_newer_value(language: str) -> None:
    found = figures(answered(told_twice(language, facts=40, pairs=30, seed=7), is_digested=False))[language]
    assert found["newer_first"] >= 0.95
    assert found["outdated_alone"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ja", "en"])
def test_everyday_facts_that_changed_come_back_as_they_are(language: str) -> None:
    found = figures(answered(everyday(language, part="all"), is_digested=True))[language]
    assert found["newer_first"] >= 0.8
    assert found["outdated_alone"] <= 0.15
    assert found["older_first"] >= 0.7
