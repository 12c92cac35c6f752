"""The bill: today, the month, for what, by whom, and what it will come to."""

from datetime import date
from zoneinfo import ZoneInfo

from omoide.domain.models.spending import Call, CallOutcome, Caps, Usage
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.usecases.models.account import Account
from tests.fakes.thinking import MemoryLedger, Ticking

TZ = ZoneInfo("Asia/Tokyo")
NOON = 1_768_100_400  # 2026-01-11T12:00:00+09:00


def _call(days_ago: float, *, usd_nano: int | None = 100, purpose: str = "reflect", persona: int | None = 1) -> Call:
    return Call(
        at=Moment(int(NOON - days_ago * DAY_SECONDS)),
        persona_id=None if persona is None else PersonaId(persona),
        purpose=purpose,
        model="openai:m",
        usage=Usage(10, 5),
        nano_usd=usd_nano,
        latency_ms=200,
        outcome=CallOutcome.ANSWERED,
    )


def _account(*calls: Call) -> Account:
    return Account(MemoryLedger(list(calls)), Ticking(at=NOON), TZ, Caps(), lambda persona_id: f"persona {persona_id}")


def test_a_bill_adds_up_by_purpose_persona_model_and_local_day() -> None:
    bill = _account(_call(0), _call(0.51, purpose="embed", persona=None), _call(1), _call(12)).__call__()
    assert bill.month == date(2026, 1, 1)
    assert (bill.total.calls, bill.total.nano_usd, bill.total.usage) == (3, 300, Usage(30, 15))
    assert bill.today.calls == 1
    assert [(line.name, line.nano_usd) for line in bill.by_purpose] == [("reflect", 200), ("embed", 100)]
    assert [line.name for line in bill.by_persona] == ["persona 1", ""]
    assert [line.name for line in bill.by_day] == ["2026-01-10", "2026-01-11"]
    assert bill.total.mean_latency_ms == 200


def test_the_month_is_foretold_from_the_last_week() -> None:
    bill = _account(*(_call(days) for days in range(11))).__call__()
    assert bill.total.nano_usd == 1_100
    assert bill.forecast_nano_usd == 3_100


def test_a_month_that_is_over_has_no_forecast() -> None:
    bill = _account(_call(0), _call(20))(date(2025, 12, 15))
    assert (bill.month, bill.total.calls, bill.forecast_nano_usd) == (date(2025, 12, 1), 1, None)


def test_calls_without_a_price_are_counted_and_named() -> None:
    bill = _account(_call(0, usd_nano=None), _call(0)).__call__()
    assert (bill.total.nano_usd, bill.total.unpriced_calls) == (100, 1)


def test_an_empty_ledger_is_an_empty_bill() -> None:
    bill = _account().__call__()
    assert (bill.total.calls, bill.total.nano_usd, bill.forecast_nano_usd, bill.by_purpose) == (0, 0, 0, [])
