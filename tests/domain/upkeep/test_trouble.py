"""Trouble is met again ever more seldom, but is met again."""

from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.trouble import LONGEST_REST_SECONDS, WorkTrouble, troubled

NOW = Moment(1_767_225_600)


def test_each_rest_is_twice_as_long_as_the_one_before() -> None:
    first = troubled(None, persona="haru", kind="KeyError", now=NOW)
    second = troubled(first, persona="haru", kind="KeyError", now=NOW)
    assert (first.again_at - NOW, second.again_at - NOW) == (60, 120)
    assert second.told == "haru: KeyError ×2"


def test_no_rest_is_longer_than_the_longest() -> None:
    long = WorkTrouble("haru", "KeyError", 10_000, NOW)
    assert troubled(long, persona="haru", kind="KeyError", now=NOW).again_at - NOW == LONGEST_REST_SECONDS
