"""Some days with nights that are killed, slept by two, and begun under a wrong clock: nothing is off, and the end is the same."""

import random
from datetime import date, timedelta
from pathlib import Path

import pytest
from bench.labelled import Label, LabelledTurn, Speaker
from bench.ninety_checks import levels_by_dates
from bench.ninety_talk import spread

from bench import ninety_days
from omoide.domain.time.moment import Moment

FLAT = Label("neutral", 0.1, 10, frozenset(), "casual")
SAID = (
    "母が転んで骨折した。つらい。",
    "図書館で健太に会って、本を借りた。",
    "母の骨折はよくなって、もう歩いてる。",
    "明日は健太と映画を見る約束をした。",
    "健太の手術が決まって、こわい。",
    "庭のトマトが赤くなって嬉しい。",
)
START = Moment(1_772_362_800)
"""An evening in Tokyo."""


def speaker(turns: int) -> Speaker:
    said = (
        LabelledTurn(f"s{number}:1", f"s{number}", Moment(START + number * 86_400), SAID[number % 6], "うん。", FLAT)
        for number in range(turns)
    )
    return Speaker("haru", "ja", "Asia/Tokyo", tuple(said))


def test_talk_is_spread_over_all_days_in_its_order_and_at_its_hour() -> None:
    lived = spread(speaker(6), 12)
    said = [(turn.user, at) for day in lived for turn, at in day.talk]
    assert [words for words, _ in said] == list(SAID)
    assert {(at - START) % 86_400 for _, at in said} == {0}
    assert lived[-1].day - lived[0].day == timedelta(days=11)
    assert all(at < day.evening < day.sleeps for day in lived for _, at in day.talk)


def test_levels_follow_from_dates() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in (0, 6, 7, 13, 14, 30, 36, 37)]
    assert levels_by_dates(days) == [1, 1, 2, 1, 2, 3, 1, 2]


@pytest.mark.slow
def test_disturbed_nights_end_as_undisturbed_ones_and_reports_say_what_the_store_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    figures = ninety_days.measured(speaker(8), tmp_path, days=10, kills=3, dice=random.Random(3))
    assert figures["wrong"] == []
    assert figures["reflections"]["2"] >= 1
    assert figures["chaos"]["state"] == figures["state"]
    assert figures["chaos"]["killed"] + figures["chaos"]["too_late"] == 3


@pytest.mark.slow
def test_with_a_model_the_end_is_the_same_and_nothing_is_paid_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    figures = ninety_days.measured(
        speaker(8), tmp_path, days=10, kills=2, dice=random.Random(3), jumps=(86_400, -86_400), is_asked=True
    )
    assert figures["wrong"] == []
    assert {"reflect", "review_talk", "tell_day"} <= set(figures["model"]["calls_in_the_ledger"])
    assert figures["model"]["answered_again"] == 0
    assert figures["chaos"]["state"] == figures["state"]
    assert figures["chaos"]["model"]["paid_twice"] == 0
