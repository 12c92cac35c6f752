"""LTM's 感情共鳴 and 参照優先度."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings import resonance
from omoide.domain.feelings.emotion import EmotionTag, Feeling, Valence
from omoide.domain.feelings.resonance import Feelings, ResonanceRules
from omoide.domain.memories.retention import ReinforcementRules
from omoide.domain.recall import priority
from omoide.domain.recall.priority import Candidates, RetrievalRules
from omoide.domain.time.moment import Moment

RULES = ResonanceRules()
CURRENT = Feeling(Valence.NEGATIVE, 85, (EmotionTag.FRUSTRATION, EmotionTag.ANGER))
feelings = st.builds(
    Feeling,
    valence=st.sampled_from(Valence),
    arousal=st.integers(0, 100),
    tags=st.lists(st.sampled_from(EmotionTag), max_size=5).map(tuple),
)


def test_the_example_of_the_seed_resonates_strongly() -> None:
    memory = Feeling(Valence.NEGATIVE, 90, (EmotionTag.FRUSTRATION,))
    assert resonance.resonance(memory, CURRENT, rules=RULES) == pytest.approx(0.3 + 0.2 * 0.95 + 0.5 * 0.5)


def test_at_the_start_of_a_session_nothing_resonates() -> None:
    assert resonance.resonance(CURRENT, None, rules=RULES) == 0.0


def test_without_tags_on_either_side_only_valence_and_arousal_count() -> None:
    calm = Feeling(Valence.NEUTRAL, 30)
    assert resonance.resonance(calm, Feeling(Valence.NEUTRAL, 30), rules=RULES) == pytest.approx(0.5)
    assert resonance.resonance(calm, CURRENT, rules=RULES) == pytest.approx(0.2 * 0.45)


@given(memory=feelings, current=feelings)
def test_many_feelings_resonate_as_each_would_alone(memory: Feeling, current: Feeling) -> None:
    together = resonance.resonances(
        Feelings(
            np.array([resonance.VALENCE_CODE[memory.valence]], dtype=np.int8),
            np.array([memory.arousal], dtype=np.float64),
            np.array([resonance.tag_mask(memory.tags)], dtype=np.int64),
        ),
        current,
        rules=RULES,
    )
    alone = resonance.resonance(memory, current, rules=RULES)
    assert together.tolist() == pytest.approx([alone])
    assert 0.0 <= alone <= 1.0 + 1e-9


@given(feelings)
def test_tags_survive_their_number(feeling: Feeling) -> None:
    assert resonance.tags_of(resonance.tag_mask(feeling.tags)) == feeling.tags


def candidates(**columns: list[float]) -> Candidates:
    count = len(columns["retention"])

    def column(name: str, default: float) -> list[float]:
        return columns.get(name, [default] * count)

    return Candidates(
        ids=np.arange(1, count + 1, dtype=np.int64),
        retention=np.array(columns["retention"], dtype=np.float64),
        similarity=np.array(column("similarity", 0.5), dtype=np.float64),
        recall_count=np.array(column("recall_count", 0), dtype=np.int64),
        resonance=np.array(column("resonance", 0), dtype=np.float64),
        created=np.array(column("created", 0), dtype=np.int64),
        same_category=np.array(column("same_category", 0), dtype=np.bool_),
    )


def found(those: Candidates, *, last_time: bool = False, now: int = 0) -> priority.Parts:
    return priority.parts(
        those,
        now=Moment(now),
        last_time=last_time,
        rules=RetrievalRules(),
        reinforcement=ReinforcementRules(),
        resonance=RULES,
    )


def test_the_priority_of_the_seed() -> None:
    those = candidates(retention=[40.0], similarity=[0.8], recall_count=[3], resonance=[0.74])
    assert found(those).total.tolist() == pytest.approx([40 * 0.8 * 1.3 + 0.3 * 0.74 * 40])


def test_an_opposite_meaning_counts_as_none() -> None:
    assert found(candidates(retention=[40.0], similarity=[-0.5])).total.tolist() == [0.0]


def test_the_best_five_come_to_mind_and_what_has_nothing_to_say_does_not() -> None:
    those = candidates(retention=[10.0, 80.0, 0.0, 3.0, 20.0, 40.0, 60.0, 50.0])
    best = priority.chosen(those, found(those), limit=5)
    assert best.tolist() == [1, 6, 7, 5, 4]


@given(totals=st.lists(st.integers(0, 9), min_size=1, max_size=900), limit=st.integers(1, 12), seed=st.integers(0, 99))
def test_who_comes_to_mind_is_who_would_if_all_were_sorted(totals: list[int], limit: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    among = dice.random(len(totals)) < 0.8
    those = candidates(retention=[float(each) for each in totals], similarity=[1.0] * len(totals))
    those = replace(those, created=dice.integers(0, 5, len(totals)))
    parts = found(those)
    ranked = sorted(
        (-parts.total[place], -those.created[place], -those.ids[place], place)
        for place in np.flatnonzero(among & (parts.total > 0)).tolist()
    )
    chosen = priority.chosen(those, parts, among=among, limit=limit)
    assert chosen.tolist() == [place for *_, place in ranked][:limit]


@given(ids=st.sets(st.integers(1, 60)), wanted=st.sets(st.integers(0, 70)))
def test_places_are_found_whether_ids_are_missing_or_not(ids: set[int], wanted: set[int]) -> None:
    held, asked = np.array(sorted(ids), np.int64), np.array(sorted(wanted), np.int64)
    places, known = priority.places_of(asked, ids=held)
    assert held[places].tolist() == asked[known].tolist() == sorted(ids & wanted)


def test_of_two_equals_the_newer_comes_first() -> None:
    those = candidates(retention=[10.0, 10.0], created=[1, 2])
    assert priority.chosen(those, found(those), limit=5).tolist() == [1, 0]


def test_the_same_category_is_preferred() -> None:
    those = candidates(retention=[10.0, 10.0], same_category=[1, 0])
    assert priority.chosen(those, found(those), limit=5).tolist() == [0, 1]


def test_words_of_the_last_time_prefer_what_is_recent() -> None:
    day = 86_400
    those = candidates(retention=[12.0, 10.0], created=[0, 99 * day])
    assert priority.chosen(those, found(those, now=100 * day), limit=5).tolist() == [0, 1]
    recent = found(those, now=100 * day, last_time=True)
    assert priority.chosen(those, recent, limit=5).tolist() == [1, 0]


def test_words_stand_in_for_meaning_where_that_is_weaker() -> None:
    ids = np.array([3, 5, 8], dtype=np.int64)
    postings = {"田中": np.array([5, 8, 9], dtype=np.int64), "猫": np.array([8], dtype=np.int64)}
    held = priority.coverage({"田中": 3.0, "猫": 1.0}, postings, ids=ids)
    assert held.tolist() == [0.0, 0.75, 1.0]
    like = priority.likeness(np.array([0.2, 0.7, 0.1]), held, rules=RetrievalRules())
    assert like.tolist() == pytest.approx([0.2, 0.7, 0.8])
    assert priority.coverage({}, {}, ids=ids).tolist() == [0.0, 0.0, 0.0]
    assert priority.coverage({"猫": 1.0}, postings, ids=ids[:0]).tolist() == []


def test_an_archived_memory_takes_a_place_only_where_it_is_nearer() -> None:
    those = candidates(retention=[50.0, 40.0, 1.0, 1.0, 1.0], similarity=[0.9, 0.65, 0.8, 0.61, 0.7])
    near = np.array([False, False, True, True, True])
    active = np.array([0, 1])
    assert priority.with_faint(active, near=near, candidates=those, limit=2).tolist() == [0, 2]
    assert priority.with_faint(active, near=near, candidates=those, limit=9).tolist() == [0, 1, 2, 4]
    assert priority.with_faint(active, near=near & False, candidates=those, limit=2).tolist() == [0, 1]
    assert priority.with_faint(np.array([0, 2]), near=near, candidates=those, limit=3).tolist() == [0, 2, 4]


def test_the_nearest_memories_tell_the_category() -> None:
    codes = np.array([0, 1, 1], dtype=np.int16)
    assert priority.likely_category(np.array([0.9, 0.5, 0.6]), codes, ("casual", "work")) == "work"
    assert priority.likely_category(np.zeros(3), codes, ("casual", "work")) is None
    assert priority.likely_category(np.zeros(0), codes[:0], ()) is None


@pytest.mark.parametrize("cue", ["前回の続きをしよう", "この前話したカフェ", "以前の設計", "What did we do last time?"])
def test_cues_that_point_back(cue: str) -> None:
    assert priority.speaks_of_last_time(cue)


@pytest.mark.parametrize("cue", ["午前回線が落ちた", "設計を始めよう", "The blast timer is set"])
def test_cues_that_do_not_point_back(cue: str) -> None:
    assert not priority.speaks_of_last_time(cue)


def test_what_was_asked_to_be_remembered_keeps_its_first_strength() -> None:
    kept = priority.strength(
        np.array([2.0, 2.0]), emotional_intensity=np.array([60.0, 60.0]), protected=np.array([True, False])
    )
    assert kept.tolist() == [60.0, 2.0]
