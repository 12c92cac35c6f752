"""Waits grow, providers are obeyed, the dead are left alone: on a clock that nobody waits for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.adapters.thinkers.model.breaker import Breaker, BreakerRules
from omoide.adapters.thinkers.model.retry import Backoff, wait_seconds
from omoide.adapters.thinkers.model.wire import CallFailed, Response, Trouble
from omoide.domain.models.model_role import Provider
from omoide.domain.models.spending import Usage
from omoide.errors import ThinkerUnavailable
from tests.fakes.thinking import AskWeather, AskWeatherNow, CannedWire, Surroundings, role

GOOD = Response('{"degrees": 20, "words": "mild"}', Usage(10, 5))
DOWN = CallFailed(Trouble.PASSING, "HTTP 503: down")


@given(st.integers(1, 10), st.floats(0, 1))
def test_a_wait_is_jittered_downwards_by_at_most_half_and_never_too_long(tries: int, dice: float) -> None:
    backoff = Backoff(retries=10)
    wait = wait_seconds(tries, backoff=backoff, dice=dice)
    whole = min(backoff.longest_seconds, 2.0 ** (tries - 1))
    assert wait is not None
    assert whole / 2 <= wait <= whole


@given(st.integers(1, 3), st.floats(0, 1), st.floats(0, 60))
def test_a_provider_that_asks_for_time_gets_at_least_that(tries: int, dice: float, asked: float) -> None:
    wait = wait_seconds(tries, backoff=Backoff(), dice=dice, asked_seconds=asked)
    assert wait is not None
    assert wait >= asked


def test_after_three_more_tries_it_is_enough() -> None:
    assert wait_seconds(3, backoff=Backoff(), dice=0.0) == 4.0
    assert wait_seconds(4, backoff=Backoff(), dice=0.0) is None


def test_a_provider_that_asks_for_an_hour_is_not_waited_for_but_left_alone_that_long() -> None:
    around = Surroundings()
    wire = CannedWire([CallFailed(Trouble.PASSING, "quota", asked_seconds=500.0), GOOD])
    thinker = around.thinker(role(Provider.OPENAI, "http://127.0.0.1:9"), wire=wire)
    with pytest.raises(ThinkerUnavailable, match="quota"):
        thinker.answer(AskWeather())
    around.clock.at += 499
    with pytest.raises(ThinkerUnavailable, match="left alone"):
        thinker.answer(AskWeather())
    around.clock.at += 2
    assert thinker.answer(AskWeather()).value == (20, "mild")
    assert around.clock.slept == []
    assert len(wire.requests) == 2


def test_a_dead_provider_does_not_slow_every_call() -> None:
    around = Surroundings()
    wire = CannedWire([DOWN])
    thinker = around.thinker(role(Provider.OPENAI, "http://127.0.0.1:9"), wire=wire)
    for _ in range(20):
        with pytest.raises(ThinkerUnavailable):
            thinker.answer(AskWeatherNow())
    assert len(wire.requests) == BreakerRules().failures


def test_after_its_rest_one_caller_probes_and_the_others_are_held_back() -> None:
    now = [0.0]
    breaker = Breaker(name="p", monotonic=lambda: now[0], rules=BreakerRules(failures=2, rest_seconds=10))
    for _ in range(2):
        breaker.enter()
        breaker.failed("down")
    with pytest.raises(ThinkerUnavailable, match="another 10 s"):
        breaker.enter()
    now[0] = 10.0
    breaker.enter()
    with pytest.raises(ThinkerUnavailable):
        breaker.enter()
    breaker.failed("still down")
    now[0] = 29.0
    with pytest.raises(ThinkerUnavailable, match="still down"):
        breaker.enter()
    now[0] = 31.0
    breaker.enter()
    breaker.succeeded()
    assert not breaker.is_open
    breaker.enter()
    breaker.enter()


def test_a_rest_never_grows_beyond_its_limit() -> None:
    now = [0.0]
    breaker = Breaker(
        name="p", monotonic=lambda: now[0], rules=BreakerRules(failures=1, rest_seconds=100, longest_rest_seconds=250)
    )
    for _ in range(6):
        breaker.enter()
        breaker.failed("down")
        now[0] += 251.0
    breaker.enter()


def test_an_ask_that_cannot_wait_shares_one_deadline_between_question_and_repair() -> None:
    around = Surroundings()

    class SlowWire(CannedWire):
        def send(self, request: object) -> Response:
            around.clock.at += 4.0
            return super().send(request)  # type: ignore[arg-type]

    wire = SlowWire([Response("broken", Usage(1, 1))])
    thinker = around.thinker(role(Provider.OPENAI, "http://127.0.0.1:9", now_timeout_seconds=3.0), wire=wire)
    with pytest.raises(ThinkerUnavailable, match="within 3 s"):
        thinker.answer(AskWeatherNow())
    assert len(wire.requests) == 1
    assert wire.requests[0].timeout_seconds == 3.0


def test_a_cut_answer_gets_twice_the_room_the_second_time() -> None:
    around = Surroundings()
    wire = CannedWire([Response('{"degrees": 20, "words": "mi', Usage(1, 1), is_cut=True), GOOD])
    around.thinker(role(Provider.OPENAI, "http://127.0.0.1:9", max_tokens=50), wire=wire).answer(AskWeather())
    assert [request.max_tokens for request in wire.requests] == [50, 100]


def test_a_server_that_counts_no_tokens_gets_them_estimated() -> None:
    around = Surroundings()
    wire = CannedWire([Response(GOOD.text, Usage())])
    around.thinker(role(Provider.OLLAMA, "http://127.0.0.1:9"), wire=wire).answer(AskWeather())
    [call] = around.ledger.kept
    assert call.usage.input_tokens > 0
    assert call.usage.output_tokens > 0
    assert call.nano_usd == 0
