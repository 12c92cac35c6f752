"""Elastic injection: whatever the raw log's length and the look-back, every past day is told exactly once."""

import random
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from omoide.domain.episodes import elastic
from omoide.domain.episodes.dates import DaySpan, week_of
from omoide.domain.episodes.episode import Episode, EpisodeId, EpisodeKind
from tests.domain.episodes.episodes import day_number, episode

LOGS = 500
"""Random lives for each look-back: 2,000 in all."""
LEAST_ACROSS = 20
"""So many of them at least have a compressed week across an edge."""


def life(dice: random.Random) -> tuple[list[Episode], list[date]]:
    """Return a life of some months, its weeks up to some day compressed, and the days that have an episode."""
    length = dice.randint(1, 150)
    told = [number for number in range(length) if dice.random() < dice.choice((0.2, 0.6, 0.95))]
    days = [episode(number + 1, span=DaySpan(day_number(number), day_number(number))) for number in told]
    edge = day_number(dice.randint(0, length + 7))
    found: list[Episode] = []
    weeks: dict[date, list[Episode]] = {}
    for each in days:
        weeks.setdefault(week_of(each.span.first).first, []).append(each)
    for number, (monday, mine) in enumerate(weeks.items(), start=1001):
        if week_of(monday).last < edge:
            span = DaySpan(mine[0].span.first, mine[-1].span.last)
            found.append(episode(number, kind=EpisodeKind.WEEK, span=span))
            found += [replace(each, week_id=EpisodeId(number)) for each in mine]
        else:
            found += mine
    dice.shuffle(found)
    return found, [day_number(number) for number in told]


@pytest.mark.parametrize("lookback_days", elastic.LOOK_BACKS)
def test_every_past_day_in_range_is_told_exactly_once(lookback_days: int) -> None:
    dice = random.Random(lookback_days)
    across = Counter[str]()
    for _ in range(LOGS):
        every, told = life(dice)
        oldest = day_number(dice.randint(-3, 160))
        shown = elastic.injected(every, oldest=oldest, lookback_days=lookback_days)
        covered = Counter(day for each in shown for day in each.span if day in told)
        wanted = [day for day in told if oldest - timedelta(days=lookback_days) <= day < oldest]
        assert all(covered[day] == 1 for day in wanted)
        assert max(covered.values(), default=1) == 1
        assert all(each.span.last < oldest for each in shown)
        assert shown == sorted(shown, key=lambda each: each.span.first)
        weeks = [each.span for each in every if each.kind is EpisodeKind.WEEK]
        across["the log's edge"] += any(span.first < oldest <= span.last for span in weeks)
        far = oldest - timedelta(days=lookback_days)
        across["the far end"] += any(span.first < far <= span.last for span in weeks)
    assert min(across["the log's edge"], across["the far end"]) >= LEAST_ACROSS


def test_a_shorter_raw_log_brings_newer_days() -> None:
    every = [episode(number) for number in range(20)]
    near = elastic.injected(every, oldest=day_number(19), lookback_days=7)
    far = elastic.injected(every, oldest=day_number(12), lookback_days=7)
    assert [each.id for each in near] == list(range(12, 19))
    assert [each.id for each in far] == list(range(5, 12))


def test_a_week_that_reaches_into_the_log_is_opened_to_the_days_before_it() -> None:
    week = episode(100, kind=EpisodeKind.WEEK, span=DaySpan(day_number(0), day_number(6)))
    every = [week, *(episode(number, week=100) for number in range(7))]
    assert [each.id for each in elastic.injected(every, oldest=day_number(3), lookback_days=14)] == [0, 1, 2]
    assert [each.id for each in elastic.injected(every, oldest=day_number(7), lookback_days=14)] == [100]


def test_a_week_across_the_far_end_is_told_whole() -> None:
    week = episode(100, kind=EpisodeKind.WEEK, span=DaySpan(day_number(0), day_number(6)))
    every = [week, *(episode(number, week=100) for number in range(7)), episode(8)]
    assert [each.id for each in elastic.injected(every, oldest=day_number(12), lookback_days=7)] == [100, 8]


def test_special_episodes_come_with_their_days_and_failures_are_not_shown() -> None:
    special = episode(50, kind=EpisodeKind.ACHIEVEMENT, span=DaySpan(day_number(2), day_number(2)), arousal=0.8)
    every = [episode(1), special, episode(2), episode(3, is_failure=True)]
    assert [each.id for each in elastic.injected(every, oldest=day_number(5), lookback_days=7)] == [1, 2, 50]
