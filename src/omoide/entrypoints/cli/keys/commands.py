"""`omoide keys add|list|revoke|audit`."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.keys.api_key import ApiKey, KeyScope
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.keys.words import word

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext

app = typer.Typer(help="Keys for the doors over the wire.", no_args_is_help=True, rich_markup_mode=None)


@app.command(epilog="Example: omoide keys add --persona haru --scope write --expires 30d --rate 60/min")
def add(
    ctx: typer.Context,
    scope: Annotated[KeyScope, typer.Option(help="What it may do; each holds those before it.")] = KeyScope.READ,
    expires: Annotated[
        str, typer.Option(help="How long it holds: 30d, 12h, 2027-01-31, or never.", metavar="TIME")
    ] = "90d",
    rate: Annotated[
        str | None, typer.Option(help="How often it may ask, such as 60/min (else web.requests_per_minute).")
    ] = None,
) -> None:
    """Make a key to the mind of --persona, or without one to all; it is shown once."""
    context: CliContext = ctx.obj
    made = context.open().keys.add(persona=context.persona, scope=scope, expires=expires, rate=rate)
    if context.json:
        context.show({"key": made.text, **_json(context, made.key)})
        return
    whose = made.key.persona or word("all", context.language)
    context.say(
        word(
            "made",
            context.language,
            text=made.text,
            scope=made.key.scope.value,
            persona=whose,
            expires=_when(context, made.key.expires) or word("never", context.language),
        )
    )


@app.command("list", epilog="Example: omoide keys list")
def list_keys(ctx: typer.Context) -> None:
    """Show every key: whose, what it may do, until when.  The keys themselves cannot be shown."""
    context: CliContext = ctx.obj
    found = context.open().keys.list()
    if context.json:
        context.show([_json(context, key) for key in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        names = ("id", "persona", "scope", "rate", "expires", "state")
        rows = [_row(context, key) for key in found]
        context.table(rows, headings=[word(name, context.language) for name in names])


@app.command(epilog="Example: omoide keys revoke 0123456789ab")
def revoke(ctx: typer.Context, key_id: Annotated[str, typer.Argument(help="A key's id.", metavar="ID")]) -> None:
    """Take a key back, at once; streams that are open with it end too."""
    context: CliContext = ctx.obj
    key = context.open().keys.revoke(key_id)
    if context.json:
        context.show(_json(context, key))
    else:
        context.say(word("taken_back", context.language, id=key.id))


@app.command(epilog="Example: omoide keys audit --limit 20")
def audit(
    ctx: typer.Context, limit: Annotated[int, typer.Option(help="How many requests.", min=1, max=100_000)] = 20
) -> None:
    """Show who did what over the wire, the newest first.  No texts are kept."""
    context: CliContext = ctx.obj
    found = context.open().keys.audit(limit=limit, persona=context.persona)
    if context.json:
        told = [
            {
                "at": _when(context, each.at),
                "key": each.key_id,
                "persona": each.persona,
                "method": each.method,
                "route": each.route,
                "status": each.status,
                "request_id": each.request_id,
            }
            for each in found
        ]
        context.show(told)
    elif not found:
        context.say(word("no_audit", context.language))
    else:
        here = word("here", context.language)
        rows = [
            [
                _when(context, each.at),
                each.key_id or here,
                each.persona or "",
                str(each.status),
                f"{each.method} {each.route}",
            ]
            for each in found
        ]
        names = ("when", "who", "persona", "status", "what")
        context.table(rows, headings=[word(name, context.language) for name in names])


def _row(context: "CliContext", key: ApiKey) -> list[str]:
    language = context.language
    return [
        key.id,
        key.persona or word("all", language),
        key.scope.value,
        word("usual", language) if key.per_minute is None else str(key.per_minute),
        _when(context, key.expires) or word("never", language),
        word(_state(context, key), language),
    ]


def _state(context: "CliContext", key: ApiKey) -> str:
    if key.revoked is not None:
        return "revoked"
    return "holds" if key.holds_at(context.open().keys.now()) else "expired"


def _json(context: "CliContext", key: ApiKey) -> dict[str, object]:
    return {
        "id": key.id,
        "persona": key.persona,
        "scope": key.scope.value,
        "created": _when(context, key.created),
        "expires": _when(context, key.expires) or None,
        "revoked": _when(context, key.revoked) or None,
        "per_minute": key.per_minute,
        "state": _state(context, key),
    }


def _when(context: "CliContext", at: Moment | None) -> str:
    return "" if at is None else moment.iso(at, tz=moment.zone(context.configuration.timezone))
