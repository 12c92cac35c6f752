"""A question that spans a life is answered from all of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.event import Annotations, LifeStage
from omoide.domain.recall.kinds.life_span import LEAST_SHARE, band, spans_a_life, spread


@pytest.mark.parametrize(
    "cue",
    [
        "学校で一番楽しかったことは？",
        "これまでに飼ったペットは？",
        "子供の頃から続けていること",
        "What pets have I had over the years?",
        "How was I at school?",
    ],
)
def test_a_cue_may_span_a_life(cue: str) -> None:
    assert spans_a_life(cue)


@pytest.mark.parametrize(
    "cue",
    [
        "猫の名前は？",
        "昨日なに食べた？",
        "What is the cat called?",
        "この中から選んで",
        "第一志望はどちらの学校でしたか",
        "高いところは苦手",
    ],
)
def test_most_cues_do_not(cue: str) -> None:
    assert not spans_a_life(cue)


def test_the_best_of_each_stage_is_shown_before_the_second_of_any() -> None:
    bands = ["work", "work", "work", "high", "work", "elementary"]
    shares = [1.0, 0.95, 0.9, 0.8, 0.78, 0.6]
    assert spread(bands, shares, least=0.7, limit=3) == [0, 3, 5]
    assert spread(bands, shares, least=0.7, limit=5) == [0, 1, 2, 3, 5]
    assert spread(bands, shares, least=0.7, limit=0) == []


def test_what_is_too_weak_stands_for_no_stage() -> None:
    assert spread(["work", "high"], [1.0, LEAST_SHARE - 0.01], least=0.7, limit=5) == [0]
    assert spread(["work", "work"], [1.0, 0.65], least=0.7, limit=5) == [0]


def test_a_stage_is_known_before_a_year_and_the_year_told_before_that_of_telling() -> None:
    assert band(Annotations(life_stage=LifeStage.HIGH, about_year_start=2008), year=2026) is LifeStage.HIGH
    assert band(Annotations(about_year_start=2008), year=2026) == 2008
    assert band(None, year=2026) == 2026


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 1)), max_size=30), st.integers(0, 10))
def test_as_many_bands_as_there_is_room_for_and_always_in_order(given_: list[tuple[str, float]], limit: int) -> None:
    ordered = sorted(given_, key=lambda each: -each[1])
    bands, shares = [each[0] for each in ordered], [each[1] for each in ordered]
    chosen = spread(bands, shares, least=0.7, limit=limit)
    assert chosen == sorted(set(chosen))
    reachable = {name for name, share in ordered if share >= LEAST_SHARE}
    assert len({bands[at] for at in chosen}) == min(limit, len(reachable))
