"""`omoide models [check|hand-in|collect|prune]` and `omoide ask NAME --input …`: who thinks, and what it says."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic_core import to_jsonable_python

from omoide.domain.models.spending import NANO_PER_USD, Price
from omoide.entrypoints.cli.models.words import said
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.text.language import Language
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.models import Checked, ModelLine

app = typer.Typer(help="The models that think, by role.", rich_markup_mode=None, invoke_without_command=True)


@app.callback(epilog="Example: omoide models --json")
def models(ctx: typer.Context) -> None:
    """List the roles, who plays them, and which questions each answers."""
    if ctx.invoked_subcommand is not None:
        return
    context: CliContext = ctx.obj
    lines = context.open().models.models()
    if context.json:
        context.show([_line_json(line) for line in lines])
        return
    rows = [
        (
            line.role.value,
            line.model,
            line.address,
            said(line.key.replace(" ", "_"), context.language),
            _price(line.price),
        )
        for line in lines
    ]
    headings = [said(key, context.language) for key in ("role", "model", "address", "key", "price")]
    context.table(rows, headings=headings, texts=(1, 2), spare=(2, 4))
    for line in lines:
        context.say(f"{line.role.value}: {', '.join(line.asks)}")


@app.command(epilog="Example: omoide models check")
def check(ctx: typer.Context) -> None:
    """Make one tiny call to each model; say how long it took and what it cost.  Exit code 1 when one fails."""
    context: CliContext = ctx.obj
    found = context.open().models.check()
    if context.json:
        context.show([_checked_json(one) for one in found])
    elif not found:
        context.say(said("only_rules", context.language))
    else:
        _show_checked(context, found)
    if not all(one.ok for one in found):
        raise typer.Exit(1)


@app.command("hand-in", epilog="Example: omoide models hand-in; later: omoide models collect; omoide digest")
def hand_in(ctx: typer.Context) -> None:
    """Hand the turns that wait in to the provider as one batch: half the price, answered within a day."""
    context: CliContext = ctx.obj
    handed = context.open().models.hand_in(context.mind().persona)
    if context.json:
        context.show({"requests": handed})
    else:
        context.say(said("handed_in", context.language, count=handed))


@app.command(epilog="Example: omoide models collect")
def collect(ctx: typer.Context) -> None:
    """Collect the batches that were handed in to providers; the rest of their work then finds its answers."""
    context: CliContext = ctx.obj
    visit = context.open().models.collect()
    if context.json:
        context.show({"answered": visit.answered, "failed": visit.failed, "under_way": visit.under_way})
    else:
        shown = {"answered": visit.answered, "failed": visit.failed, "under_way": visit.under_way}
        context.say(said("collected", context.language, **shown))


@app.command(epilog="Example: omoide models prune --days 90")
def prune(
    ctx: typer.Context, days: Annotated[int, typer.Option(help="Drop what is older than so many days.")] = 90
) -> None:
    """Drop old answers and paid vectors; the same questions would be paid for again."""
    context: CliContext = ctx.obj
    answers, vectors = context.open().models.prune(days=days)
    if context.json:
        context.show({"answers": answers, "vectors": vectors})
    else:
        context.say(said("pruned", context.language, answers=answers, vectors=vectors))


def register(app: typer.Typer) -> None:
    """Add the command `ask`."""
    app.command(epilog="""Example: omoide ask classify_query --input '{"utterance": "猫の名前は？"}'""")(ask)


def ask(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="The question, such as classify_query or appraise_turn.")],
    input: Annotated[str, typer.Option(help="Its fields as JSON, @FILE, or - for standard input.")] = "{}",
    rules: Annotated[bool, typer.Option("--rules", help="Answer by rules, without a model.")] = False,
    prompt: Annotated[bool, typer.Option("--prompt", help="Only show what would be sent.")] = False,
) -> None:
    """Ask one question for debugging: show who answered, and what."""
    context: CliContext = ctx.obj
    given, persona, door = _given(input), context.mind().persona, context.open().models
    if prompt:
        shown = door.prompt(persona, name, given)
        if context.json:
            context.show({"system": shown.system, "user": shown.user})
        else:
            context.say(f"{shown.system}\n\n{shown.user}")
        return
    asked = door.ask(persona, name, given, by_rules=rules)
    context.show({"ask": name, "by": asked.by, "value": to_jsonable_python(asked.value)})


def _given(text: str) -> str:
    if text == "-":
        return sys.stdin.read()
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise InvalidInput(f"the input file {text[1:]} cannot be read as UTF-8 text") from exc


def _show_checked(context: "CliContext", found: list["Checked"]) -> None:
    language: Language = context.language
    rows = [
        (
            one.role.value,
            one.model,
            said("works" if one.ok else "fails", language),
            _cost(one),
            f"{one.latency_ms:,}",
            one.detail,
        )
        for one in found
    ]
    headings = [said(key, language) for key in ("role", "model", "state", "usd", "latency", "detail")]
    context.table(rows, headings=headings, texts=(1, 5), spare=(4, 3, 0))


def _line_json(line: "ModelLine") -> dict[str, object]:
    price = line.price
    return {
        "role": line.role.value,
        "model": line.model,
        "address": line.address or None,
        "key": line.key,
        "input_usd": None if price is None else price.input_usd,
        "output_usd": None if price is None else price.output_usd,
        "asks": list(line.asks),
    }


def _checked_json(one: "Checked") -> dict[str, object]:
    return {
        "role": one.role.value,
        "model": one.model,
        "ok": one.ok,
        "detail": one.detail,
        "latency_ms": one.latency_ms,
        "usd": None if one.nano_usd is None else one.nano_usd / NANO_PER_USD,
    }


def _cost(one: "Checked") -> str:
    return "?" if one.nano_usd is None else f"{one.nano_usd / NANO_PER_USD:.6f}"


def _price(price: Price | None) -> str:
    return "" if price is None else f"{price.input_usd:g} / {price.output_usd:g}"
