"""No call past a cap, no call without a line in the ledger."""

import threading

import pytest

from omoide.adapters.thinkers.meter import Meter, Tariff
from omoide.adapters.thinkers.model.wire import Response
from omoide.domain.models.model_role import ModelRole, Provider
from omoide.domain.models.spending import CallOutcome, Caps, Usage
from omoide.domain.personas.persona import PersonaId
from omoide.errors import BudgetSpent
from tests.fakes.thinking import AskWeather, CannedWire, Surroundings

HAIKU = ModelRole(Provider.ANTHROPIC, "claude-haiku-4-5", max_tokens=1000)
ANSWER = Response('{"degrees": 1, "words": "x"}', Usage(100_000, 1_000))


def test_calls_stop_before_the_cap_and_say_which_and_what_to_do() -> None:
    around = Surroundings(caps=Caps(daily_usd=0.21))
    wire = CannedWire([ANSWER])
    thinker = around.thinker(HAIKU, wire=wire)
    for _ in range(2):
        thinker.answer(AskWeather())
    with pytest.raises(BudgetSpent, match=r"daily.*\$0\.21.*daily_cap_usd"):
        thinker.answer(AskWeather())
    assert len(wire.requests) == 2
    around.clock.at += 86_400
    assert thinker.answer(AskWeather()).value == (1, "x")


def test_a_new_month_begins_on_the_owners_calendar() -> None:
    around = Surroundings(caps=Caps(monthly_usd=0.1))
    around.clock.at = 1_769_871_599.0  # 2026-01-31T23:59:59+09:00
    thinker = around.thinker(HAIKU, wire=CannedWire([ANSWER]))
    thinker.answer(AskWeather())
    with pytest.raises(BudgetSpent, match="monthly"):
        thinker.answer(AskWeather())
    around.clock.at += 1.0
    assert thinker.answer(AskWeather()).value == (1, "x")


def test_with_a_cap_a_model_without_a_price_is_not_asked() -> None:
    around = Surroundings(caps=Caps(daily_usd=5.0))
    wire = CannedWire([ANSWER])
    thinker = around.thinker(ModelRole(Provider.OPENAI, "unheard-of"), wire=wire)
    with pytest.raises(BudgetSpent, match="omoide cost price unheard-of"):
        thinker.answer(AskWeather())
    assert wire.requests == []


def test_without_a_cap_an_unknown_price_stays_unknown() -> None:
    around = Surroundings()
    around.thinker(ModelRole(Provider.OPENAI, "unheard-of"), wire=CannedWire([ANSWER])).answer(AskWeather())
    assert around.ledger.kept[0].nano_usd is None


def test_a_model_at_home_is_free_even_under_a_cap_of_nothing() -> None:
    around = Surroundings(caps=Caps(daily_usd=0.0))
    around.thinker(ModelRole(Provider.OLLAMA, "qwen3"), wire=CannedWire([ANSWER])).answer(AskWeather())
    assert around.ledger.kept[0].nano_usd == 0


def test_many_threads_do_not_pass_a_cap_together() -> None:
    around = Surroundings(caps=Caps(daily_usd=1.0))
    purse = around.purse()
    tariff = Tariff("anthropic:claude-haiku-4-5")
    inside = threading.Barrier(5)
    refused: list[BudgetSpent] = []

    def spend() -> None:
        try:
            with purse.reserved(Usage(0, 50_000), tariff=tariff):
                inside.wait(timeout=10)
        except BudgetSpent as exc:
            refused.append(exc)
            inside.wait(timeout=10)

    threads = [threading.Thread(target=spend) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    with purse.reserved(Usage(0, 200_000), tariff=tariff):
        pass


def test_a_line_of_the_ledger_says_who_for_what_and_how_dear() -> None:
    around = Surroundings()
    meter = Meter(around.purse(), persona_id=PersonaId(7))
    call = meter.record(
        Usage(1000, 100),
        purpose="reflect",
        tariff=Tariff("anthropic:claude-haiku-4-5"),
        latency_ms=12,
        outcome=CallOutcome.ANSWERED,
    )
    assert around.ledger.kept == [call]
    assert (call.persona_id, call.purpose, call.model, call.nano_usd) == (
        7,
        "reflect",
        "anthropic:claude-haiku-4-5",
        1_500_000,
    )
