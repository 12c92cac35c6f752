"""After a night the days that are over are told by themselves."""

from omoide import Mind, SimulatedClock
from omoide.usecases.sleep.stages import MOST_DAYS


def test_settling_tells_the_days_before_the_night_and_makes_weeks_of_old_ones(
    mind: Mind, clock: SimulatedClock
) -> None:
    mind.observe(user="健太の手術が決まった", assistant="そばにいるよ。")
    mind.settle()
    assert mind.episodes.all() == []
    clock.advance(days=1)
    mind.settle()
    assert ["健太" in each.summary for each in mind.episodes.all()] == [True]
    clock.advance(days=70)
    mind.settle()
    assert [each.original_count for each in mind.episodes.all()] == [1]


def test_of_a_long_past_a_night_tells_the_newest_month(mind: Mind) -> None:
    for number in range(40):
        month, day = (1, number + 1) if number < 31 else (2, number - 30)
        mind.observe(user=f"{number}日目の畑の話", assistant="うん。", at=f"2026-{month:02}-{day:02}T20:00")
    mind.settle()
    told = mind.episodes.all(archived=True)
    assert len([each for each in told if each.original_count == 0]) == MOST_DAYS
    assert str(told[-1].span.last) == "2026-02-09"
