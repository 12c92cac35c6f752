"""A provider is asked at most so often in any minute."""

from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.models.rate import next_start


def test_the_first_calls_begin_at_once_and_the_next_when_a_minute_has_passed() -> None:
    starts: list[float] = []
    begun = []
    for now in (0.0, 1.0, 2.0, 3.0):
        begins, starts = next_start(starts, now=now, per_minute=3)
        begun.append(begins)
    assert begun == [0.0, 1.0, 2.0, 60.0]


@given(st.lists(st.floats(0, 100), min_size=1, max_size=40), st.integers(1, 7))
def test_no_minute_ever_holds_more_calls(gaps: list[float], per_minute: int) -> None:
    now, starts, begun = 1000.0, list[float](), list[float]()
    for gap in gaps:
        now += gap / 10
        begins, starts = next_start(starts, now=now, per_minute=per_minute)
        assert begins >= now
        begun.append(begins)
    begun.sort()
    assert all(late - early >= 59.999 for early, late in zip(begun, begun[per_minute:], strict=False))


def test_a_clock_that_was_put_back_does_not_stop_the_calls() -> None:
    assert next_start([9_000.0, 9_001.0], now=100.0, per_minute=2)[0] == 100.0
