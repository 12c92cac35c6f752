"""The order of score and odds together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.recall.parts.deep import DEFAULT_RULES, DeepRules, reordered
from omoide.domain.recall.ranking import Ranked

totals = st.lists(st.floats(0, 3), min_size=1, max_size=30).map(lambda some: sorted(some, reverse=True))
WEIGHTY = DeepRules(weight=1.0)


def ranked(total: list[float]) -> Ranked:
    return Ranked(np.arange(len(total)), np.array(total), np.zeros(len(total)))


def lines(count: int) -> np.ndarray:
    return np.zeros(count)


def test_what_answers_passes_what_only_sounds_alike() -> None:
    found = reordered(ranked([1.0, 0.9, 0.2]), [-6.0, 3.0, -6.0], lengths=lines(3))
    assert found.at.tolist() == [1, 0, 2]


def test_a_score_far_ahead_is_not_passed() -> None:
    found = reordered(ranked([2.0, 0.3]), [-3.0, 0.0], lengths=lines(2))
    assert found.at.tolist() == [0, 1]


def test_of_pages_only_the_beginning_is_read_so_that_it_does_not_count() -> None:
    found = reordered(ranked([1.0, 0.9]), [-6.0, 6.0], lengths=np.ones(2))
    assert found.at.tolist() == [0, 1]
    assert found.total.tolist() == [1.0, 0.9]


def test_equal_odds_change_nothing() -> None:
    before = ranked([1.0, 0.8, 0.8, 0.1])
    found = reordered(before, [-2.0] * 4, lengths=lines(4), rules=WEIGHTY)
    assert found.at.tolist() == before.at.tolist()
    assert found.total.tolist() == before.total.tolist()


def test_nothing_read_changes_nothing() -> None:
    before = ranked([1.0, 0.5])
    assert reordered(before, [], lengths=lines(2)) is before


@given(total=totals, data=st.data())
def test_numbers_never_rise_nobody_is_lost_and_nothing_gets_stronger(total: list[float], data: st.DataObject) -> None:
    count = data.draw(st.integers(1, len(total)))
    odds = data.draw(st.lists(st.floats(-12, 12), min_size=count, max_size=count))
    before = ranked(total)
    found = reordered(before, odds, lengths=lines(len(total)), rules=DEFAULT_RULES)
    assert sorted(found.at.tolist()) == before.at.tolist()
    assert (np.diff(found.total) <= 1e-12).all()
    assert (found.total <= before.total[found.at] + 1e-12).all()
    assert found.at[count:].tolist() == before.at[count:].tolist()
    likeliest = int(np.argmax(odds))
    assert found.total[found.at.tolist().index(likeliest)] == before.total[likeliest]
