"""The order of score and odds together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.recall.parts.reading_together import (
    DEEP,
    GLANCE,
    ReadingRules,
    is_near_only,
    is_readable,
    least_share,
    newer_first,
    reordered,
    twos,
)
from omoide.domain.recall.ranking import Ranked

totals = st.lists(st.floats(0, 3), min_size=1, max_size=30).map(lambda some: sorted(some, reverse=True))
WEIGHTY = ReadingRules(weight=1.0)


def ranked(total: list[float]) -> Ranked:
    return Ranked(np.arange(len(total)), np.array(total), np.zeros(len(total)))


def lines(count: int) -> np.ndarray:
    return np.zeros(count)


def test_what_answers_passes_what_only_sounds_alike() -> None:
    found = reordered(ranked([1.0, 0.9, 0.2]), [-6.0, 3.0, -6.0], lengths=lines(3)).best
    assert found.at.tolist() == [1, 0, 2]


def test_where_nothing_reads_as_an_answer_what_is_told_only_comes_near() -> None:
    least = DEEP.least_answer
    assert is_near_only([least - 0.1, least - 3.0], lengths=lines(2))
    assert not is_near_only([least - 3.0, least], lengths=lines(2))
    assert not is_near_only([], lengths=lines(0))


def test_of_pages_nobody_can_tell_whether_they_answer() -> None:
    assert not is_near_only([-9.0, -9.0], lengths=np.ones(2))


def test_a_score_far_ahead_is_not_passed() -> None:
    found = reordered(ranked([2.0, 0.3]), [-3.0, 0.0], lengths=lines(2)).best
    assert found.at.tolist() == [0, 1]


def test_of_pages_only_the_beginning_is_read_so_that_it_does_not_count() -> None:
    found = reordered(ranked([1.0, 0.9]), [-6.0, 6.0], lengths=np.ones(2)).best
    assert found.at.tolist() == [0, 1]
    assert found.total.tolist() == [1.0, 0.9]


def test_equal_odds_change_nothing() -> None:
    before = ranked([1.0, 0.8, 0.8, 0.1])
    found = reordered(before, [-2.0] * 4, lengths=lines(4), rules=WEIGHTY).best
    assert found.at.tolist() == before.at.tolist()
    assert found.total.tolist() == before.total.tolist()


def test_nothing_read_changes_nothing() -> None:
    before = ranked([1.0, 0.5])
    assert reordered(before, [], lengths=lines(2)).best is before


def compared(total: list[float], odds: list[float], created: list[int], *, lengths: np.ndarray | None = None) -> object:
    read = reordered(ranked(total), odds, lengths=lines(len(total)))
    return twos(read, created=np.array(created), lengths=lines(len(total)) if lengths is None else lengths)


def test_a_newer_turn_below_that_may_answer_is_held_against_the_older_ones_above() -> None:
    assert compared([1.0, 0.95, 0.94], [2.0, 1.9, 1.8], [10, 20, 15]) == [(0, 1), (0, 2)]


def test_what_is_newer_and_no_answer_or_far_weaker_or_stands_above_is_not() -> None:
    assert compared([1.0, 0.9], [2.0, -4.5], [10, 20]) == []
    assert compared([1.0, 0.3], [2.0, 2.0], [10, 20]) == []
    assert compared([1.0, 0.9], [2.0, 2.0], [20, 10]) == []


def test_pages_are_not_held_against_each_other_and_the_cut_is_as_usual() -> None:
    assert compared([1.0, 0.95], [2.0, 2.0], [10, 20], lengths=np.full(2, 0.5)) == []
    assert least_share(0.7, np.ones(2)) == 0.7
    assert least_share(0.7, np.zeros(2)) == pytest.approx(DEEP.least_share)


def test_among_others_the_cut_is_another_one() -> None:
    assert least_share(0.7, np.zeros(2), rules=GLANCE) == pytest.approx(GLANCE.least_share)
    among_others = least_share(0.7, np.zeros(2), is_own_life=False, rules=GLANCE)
    assert among_others == pytest.approx(GLANCE.least_share_among_others)


def test_the_newer_answer_takes_the_place_and_is_as_strong() -> None:
    found = newer_first(ranked([1.0, 0.9, 0.8]), {(0, 1): DEEP.newer_odds, (0, 2): -3.0})
    assert found.at.tolist() == [1, 0, 2]
    assert found.total.tolist() == [1.0, 1.0, 0.8]


def test_where_the_cue_asks_how_things_are_less_is_enough() -> None:
    doubtful = {(0, 1): (DEEP.newer_odds + DEEP.newer_odds_now) / 2}
    assert newer_first(ranked([1.0, 0.9]), doubtful).at.tolist() == [0, 1]
    assert newer_first(ranked([1.0, 0.9]), doubtful, asks_how_it_is=True).at.tolist() == [1, 0]


@pytest.mark.parametrize(
    "cue", ["猫の名前は？", "ｶﾅだけ", "where is she", "où est ma sœur", "我的猫叫什么", "GitHubのCI", "123?", ""]
)
def test_latin_and_japanese_are_read(cue: str) -> None:
    assert is_readable(cue)


@pytest.mark.parametrize("cue", ["Как зовут моего кота?", "내 고양이 이름이 뭐야", "שלום", "ชื่อแมว"])
def test_scripts_that_the_network_never_saw_are_not(cue: str) -> None:
    assert not is_readable(cue)


def test_at_a_glance_fewer_are_read_and_held_against_each_other() -> None:
    assert GLANCE.first < GLANCE.read < DEEP.read
    assert GLANCE.compared < DEEP.compared
    read = reordered(ranked([1.0] * 9), [2.0] * 9, lengths=lines(9), rules=GLANCE)
    held = twos(read, created=np.arange(9), lengths=lines(9), rules=GLANCE)
    assert held == [(0, 1), (0, 2), (1, 2)][: GLANCE.most_twos]


@pytest.mark.parametrize("rules", [DEEP, GLANCE])
@given(total=totals, data=st.data())
def test_numbers_never_rise_nobody_is_lost_and_nothing_gets_stronger(
    rules: ReadingRules, total: list[float], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(total)))
    odds = data.draw(st.lists(st.floats(-12, 12), min_size=count, max_size=count))
    before = ranked(total)
    read = reordered(before, odds, lengths=lines(len(total)), rules=rules)
    found = read.best
    assert sorted(found.at.tolist()) == before.at.tolist()
    assert (np.diff(found.total) <= 1e-12).all()
    created = np.array(data.draw(st.permutations(range(len(total)))))
    held = twos(read, created=created, lengths=lines(len(total)), rules=rules)
    newer = newer_first(found, {two: data.draw(st.floats(-6, 6)) for two in held}, rules=rules)
    assert sorted(newer.at.tolist()) == before.at.tolist()
    assert (np.diff(newer.total) <= 1e-12).all()
    assert newer.total[0] == found.total[0]
    assert (found.total <= before.total[found.at] + 1e-12).all()
    assert found.at[count:].tolist() == before.at[count:].tolist()
    likeliest = int(np.argmax(odds))
    assert found.total[found.at.tolist().index(likeliest)] == before.total[likeliest]
