"""`omoide cost [estimate|prices|price]`: what thinking has cost, and what it will."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.models.estimate import Expected, total_nano_usd
from omoide.domain.models.spending import NANO_PER_USD, Price
from omoide.entrypoints.cli.models.words import said
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext
    from omoide.usecases.models.account import Bill, Sum

app = typer.Typer(help="What thinking with models costs.", rich_markup_mode=None, invoke_without_command=True)

_GROUPS = ("purpose", "model", "persona", "day")


@app.callback(epilog="Example: omoide cost --by model")
def cost(
    ctx: typer.Context,
    month: Annotated[str | None, typer.Option(help="Another month, as 2026-01.", metavar="MONTH")] = None,
    by: Annotated[str, typer.Option(help="purpose, model, persona or day.")] = "purpose",
) -> None:
    """Show what models have cost today and this month, for what, and what the month will come to."""
    if ctx.invoked_subcommand is not None:
        return
    context: CliContext = ctx.obj
    if by not in _GROUPS:
        raise InvalidInput(f"costs are shown by {', '.join(_GROUPS)}; not by {by!r}")
    bill = context.open().models.bill(_month(month))
    if context.json:
        context.show(_bill_json(bill))
    else:
        _show(context, bill, by=by)


@app.command(epilog="Example: omoide cost estimate")
def estimate(ctx: typer.Context) -> None:
    """Say what remembering the turns that wait and the coming night would cost; nobody is asked and nothing is paid."""
    context: CliContext = ctx.obj
    expected = context.open().models.estimate(context.mind().persona)
    total = total_nano_usd(expected)
    if context.json:
        context.show(
            {
                "usd": None if total is None else total / NANO_PER_USD,
                "by_purpose": {name: _expected_json(line) for name, line in expected.items()},
            }
        )
        return
    shown = "?" if total is None else _usd(total)
    context.say(said("estimate" if expected else "estimate_nothing", context.language, usd=shown))
    if expected:
        rows = [
            (
                name,
                f"{line.calls:,}",
                f"{line.usage.input_tokens:,}",
                f"{line.usage.output_tokens:,}",
                _expected_usd(line),
            )
            for name, line in expected.items()
        ]
        headings = [said(key, context.language) for key in ("purpose", "calls", "input", "output", "usd")]
        context.table(rows, headings=headings, texts=(0,), spare=(1,))


@app.command(epilog="Example: omoide cost prices")
def prices(ctx: typer.Context) -> None:
    """List the prices that are known, in US dollars for a million tokens."""
    context: CliContext = ctx.obj
    known = context.open().models.prices()
    if context.json:
        context.show({name: {**_price_json(price), "own": own} for name, (price, own) in known.items()})
        return
    rows = [
        (name, f"{price.input_usd:g}", f"{price.output_usd:g}", _optional(price.cache_read_usd), "*" if own else "")
        for name, (price, own) in known.items()
    ]
    headings = [said(key, context.language) for key in ("model", "input", "output", "cached", "own")]
    context.table(rows, headings=headings, texts=(0,), spare=(3,))


@app.command(epilog="Example: omoide cost price my-model --input 0.5 --output 1.5")
def price(
    ctx: typer.Context,
    model: str,
    input: Annotated[float | None, typer.Option(help="US dollars for a million input tokens.")] = None,
    output: Annotated[float, typer.Option(help="The same for output.")] = 0.0,
    cache_read: Annotated[float | None, typer.Option(help="The same for input read from the provider's cache.")] = None,
    cache_write: Annotated[float | None, typer.Option(help="The same for input written to it.")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take your price away; a known one counts again.")] = False,
) -> None:
    """Set your own price of a model."""
    context: CliContext = ctx.obj
    if not remove and input is None:
        raise InvalidInput("give --input USD (and --output USD), or --remove")
    new = None if remove else Price(input or 0.0, output, cache_read, cache_write)
    context.open().models.set_price(model, new)
    if context.json:
        context.show({"model": model, "price": None if new is None else _price_json(new)})
    else:
        context.say(said("price_removed" if remove else "price_set", context.language, model=model))


def _month(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as exc:
        raise InvalidInput(f"{text!r} is not a month; write 2026-01") from exc


def _show(context: "CliContext", bill: "Bill", *, by: str) -> None:
    language = context.language
    context.say(said("month", language, month=f"{bill.month:%Y-%m}", usd=_usd(bill.total.nano_usd)))
    if bill.forecast_nano_usd is not None:
        context.say(said("today", language, usd=_usd(bill.today.nano_usd)))
        context.say(said("forecast", language, usd=_usd(bill.forecast_nano_usd)))
    for name, cap in (("daily", bill.caps.daily_usd), ("monthly", bill.caps.monthly_usd)):
        if cap is not None:
            context.say(said(f"{name}_cap", language, usd=f"{cap:.2f}"))
    if bill.total.unpriced_calls:
        context.say(said("unpriced", language, count=bill.total.unpriced_calls))
    groups = {"purpose": bill.by_purpose, "model": bill.by_model, "persona": bill.by_persona, "day": bill.by_day}
    if groups[by]:
        headings = [said(key, language) for key in (by, "calls", "input", "output", "usd", "latency")]
        context.table([_row(line) for line in groups[by]], headings=headings, texts=(0,), spare=(5, 1))
    else:
        context.say(said("no_calls", language))


def _row(line: "Sum") -> tuple[str, ...]:
    return (
        line.name or "-",
        f"{line.calls:,}",
        f"{line.usage.input_tokens:,}",
        f"{line.usage.output_tokens:,}",
        _usd(line.nano_usd),
        f"{line.mean_latency_ms:,}",
    )


def _bill_json(bill: "Bill") -> dict[str, object]:
    return {
        "month": f"{bill.month:%Y-%m}",
        "today": _sum_json(bill.today),
        "total": _sum_json(bill.total),
        "forecast_usd": None if bill.forecast_nano_usd is None else bill.forecast_nano_usd / NANO_PER_USD,
        "daily_cap_usd": bill.caps.daily_usd,
        "monthly_cap_usd": bill.caps.monthly_usd,
        "by_purpose": [_sum_json(line) for line in bill.by_purpose],
        "by_model": [_sum_json(line) for line in bill.by_model],
        "by_persona": [_sum_json(line) for line in bill.by_persona],
        "by_day": [_sum_json(line) for line in bill.by_day],
    }


def _sum_json(line: "Sum") -> dict[str, object]:
    return {
        "name": line.name,
        "calls": line.calls,
        "input_tokens": line.usage.input_tokens,
        "output_tokens": line.usage.output_tokens,
        "cache_read_tokens": line.usage.cache_read_tokens,
        "cache_write_tokens": line.usage.cache_write_tokens,
        "usd": line.nano_usd / NANO_PER_USD,
        "unpriced_calls": line.unpriced_calls,
        "mean_latency_ms": line.mean_latency_ms,
    }


def _expected_json(line: Expected) -> dict[str, object]:
    return {
        "calls": line.calls,
        "input_tokens": line.usage.input_tokens,
        "output_tokens": line.usage.output_tokens,
        "usd": None if line.nano_usd is None else line.nano_usd / NANO_PER_USD,
    }


def _expected_usd(line: Expected) -> str:
    return "?" if line.nano_usd is None else _usd(line.nano_usd)


def _price_json(price: Price) -> dict[str, object]:
    return {
        "input_usd": price.input_usd,
        "output_usd": price.output_usd,
        "cache_read_usd": price.cache_read_usd,
        "cache_write_usd": price.cache_write_usd,
        "batch_factor": price.batch_factor,
    }


def _usd(nano: int) -> str:
    return f"{nano / NANO_PER_USD:.4f}"


def _optional(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
