"""Which memory comes to mind first: LTM's formula, and the two gentle preferences beside it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings.resonance import ResonanceRules
from omoide.domain.memories.retention import ReinforcementRules
from omoide.domain.recall import priority
from omoide.domain.recall.priority import Candidates, Parts, RetrievalRules
from omoide.domain.time.moment import DAY_SECONDS, Moment

NOW = Moment(1_767_232_800)
RULES = RetrievalRules()

scores = st.floats(0, 100)
cosines = st.floats(-1, 1)
counts = st.integers(0, 50)
shares = st.floats(0, 1)
memory = st.tuples(scores, cosines, counts, shares)


def candidates(
    *rows: tuple[float, float, int, float], ages_days: list[float] | None = None, same: list[bool] | None = None
) -> Candidates:
    """Return memories of (retention, similarity, recall_count, resonance), the first one the oldest."""
    count = len(rows)
    ages = ages_days or [0.0] * count
    return Candidates(
        ids=np.arange(1, count + 1),
        retention=np.array([row[0] for row in rows]),
        similarity=np.array([row[1] for row in rows]),
        recall_count=np.array([row[2] for row in rows]),
        resonance=np.array([row[3] for row in rows]),
        created=np.array([NOW - int(age * DAY_SECONDS) for age in ages]),
        same_category=np.array(same or [False] * count),
    )


def parts(given_: Candidates, *, last_time: bool = False) -> Parts:
    return priority.parts(
        given_,
        now=NOW,
        last_time=last_time,
        rules=RULES,
        reinforcement=ReinforcementRules(),
        resonance=ResonanceRules(),
    )


@pytest.mark.parametrize(
    ("row", "base", "resonance"),
    [
        ((50.0, 0.8, 0, 0.0), 40.0, 0.0),
        ((50.0, 0.8, 5, 0.0), 60.0, 0.0),
        ((50.0, 0.8, 0, 1.0), 40.0, 15.0),
        ((80.0, 0.5, 10, 0.5), 80.0, 12.0),
        ((30.0, -0.4, 3, 1.0), 0.0, 9.0),
        ((0.0, 1.0, 9, 1.0), 0.0, 0.0),
    ],
)
def test_the_priority_is_that_of_the_formula(
    row: tuple[float, float, int, float], base: float, resonance: float
) -> None:
    found = parts(candidates(row))

    assert found.base[0] == pytest.approx(base)
    assert found.resonance[0] == pytest.approx(resonance)
    assert found.total[0] == pytest.approx(base + resonance)
    assert found.preference[0] == 1.0


@given(memory, st.floats(0, 50))
def test_a_stronger_memory_never_comes_later(row: tuple[float, float, int, float], more: float) -> None:
    found = parts(candidates(row, (row[0] + more, *row[1:])))

    assert found.total[1] >= found.total[0]


@given(memory, st.integers(1, 20))
def test_what_was_recalled_more_often_never_comes_later(row: tuple[float, float, int, float], more: int) -> None:
    found = parts(candidates(row, (row[0], row[1], row[2] + more, row[3])))

    assert found.total[1] >= found.total[0]


@given(memory, st.booleans(), st.booleans(), st.floats(0, 4000))
def test_a_preference_lifts_only_what_has_to_do_with_the_cue(
    row: tuple[float, float, int, float], same: bool, last_time: bool, age: float
) -> None:
    found = parts(candidates(row, ages_days=[age], same=[same]), last_time=last_time)

    assert 1.0 <= found.preference[0] <= RULES.same_category_gain * (1 + RULES.recency_gain)
    if row[1] <= 0:
        assert found.total[0] == found.resonance[0]


def test_words_of_the_last_time_prefer_the_newer_of_two_equal_memories() -> None:
    rows = ((50.0, 0.8, 0, 0.0), (50.0, 0.8, 0, 0.0), (50.0, 0.8, 0, 0.0))

    found = parts(candidates(*rows, ages_days=[14.0, 7.0, 0.0]), last_time=True)

    assert found.preference.tolist() == pytest.approx([1.25, 1.5, 2.0])


@pytest.mark.parametrize(
    ("cue", "expected"),
    [
        ("前回の続きをしよう", True),
        ("この前話した店", True),
        ("What did we say last time?", True),
        ("You told me something", True),
        ("午前回診の話", False),
        ("猫の名前は？", False),
        ("the lasting taste", False),
    ],
)
def test_a_cue_may_point_back(cue: str, expected: bool) -> None:
    assert priority.speaks_of_last_time(cue) is expected


@given(cosines, shares)
def test_likeness_is_that_of_meaning_or_of_words_whichever_is_more(cosine: float, coverage: float) -> None:
    found = priority.likeness(np.array([cosine]), np.array([coverage]), rules=RULES)

    assert found[0] == max(cosine, 0.8 * coverage)


def test_coverage_is_the_share_of_the_cues_words_each_counting_its_worth() -> None:
    ids = np.array([3, 5, 9])
    postings = {"momo": np.array([3, 9]), "cat": np.array([5, 9]), "other": np.array([3])}

    found = priority.coverage({"momo": 3.0, "cat": 1.0}, postings, ids=ids)

    assert found.tolist() == [0.75, 0.25, 1.0]
    assert priority.coverage({}, postings, ids=ids).tolist() == [0.0, 0.0, 0.0]
    assert priority.coverage({"cat": 1.0}, postings, ids=np.zeros(0, np.int64)).tolist() == []


@given(st.sets(st.integers(1, 60), max_size=30), st.lists(st.integers(-5, 70), max_size=30))
def test_ids_are_found_where_they_stand_and_nowhere_else(known: set[int], wanted: list[int]) -> None:
    ids = np.array(sorted(known), dtype=np.int64)

    places, is_known = priority.places_of(np.array(wanted, dtype=np.int64), ids=ids)

    assert is_known.tolist() == [each in known for each in wanted]
    assert [int(ids[place]) for place in places] == [each for each in wanted if each in known]


@given(st.lists(memory, min_size=1, max_size=300), st.integers(1, 8))
def test_the_chosen_are_the_best_and_in_order(rows: list[tuple[float, float, int, float]], limit: int) -> None:
    given_ = candidates(*rows)
    found = parts(given_)

    best = priority.chosen(given_, found, limit=limit)

    totals = found.total[best].tolist()
    assert totals == sorted((value for value in found.total.tolist() if value > 0), reverse=True)[:limit]


def test_of_equals_the_newest_comes_first_and_what_may_not_come_stays_away() -> None:
    rows = ((50.0, 0.8, 0, 0.0), (50.0, 0.8, 0, 0.0), (50.0, 0.8, 0, 0.0), (50.0, 0.9, 0, 0.0))
    given_ = candidates(*rows, ages_days=[3.0, 1.0, 2.0, 9.0])

    best = priority.chosen(given_, parts(given_), among=np.array([True, True, True, False]), limit=5)

    assert best.tolist() == [1, 2, 0]


def test_a_faint_memory_fills_up_or_takes_the_place_of_a_less_similar_one() -> None:
    given_ = candidates((50.0, 0.9, 0, 0.0), (50.0, 0.3, 0, 0.0), (1.0, 0.7, 0, 0.0), (1.0, 0.2, 0, 0.0))
    active, near = np.array([0, 1]), np.array([False, False, True, True])

    assert priority.with_faint(active, near=near, candidates=given_, limit=4).tolist() == [0, 1, 2, 3]
    assert priority.with_faint(active, near=near, candidates=given_, limit=2).tolist() == [0, 2]
    assert priority.with_faint(active, near=near, candidates=given_, limit=4, most=1).tolist() == [0, 1, 2]
    assert priority.with_faint(active, near=near & False, candidates=given_, limit=2).tolist() == [0, 1]


def test_the_nearest_memories_speak_for_a_category() -> None:
    category = np.array([0, 1, 1, 0], dtype=np.int16)

    found = priority.likely_category(np.array([0.9, 0.5, 0.6, -0.9]), category, ("casual", "work"))

    assert found == "work"
    assert priority.likely_category(np.array([-0.1, 0.0]), category[:2], ("casual", "work")) is None
    assert priority.likely_category(np.zeros(0), category[:0], ("casual", "work")) is None


@given(scores, scores)
def test_a_protected_memory_is_recalled_as_on_its_first_day(retention: float, intensity: float) -> None:
    found = priority.strength(
        np.array([retention, retention]),
        emotional_intensity=np.array([intensity, intensity]),
        protected=np.array([True, False]),
    )

    assert found.tolist() == [max(retention, intensity), retention]
