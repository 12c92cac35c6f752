"""`omoide preferences`: what is liked and disliked, what is only supposed to be, and the owner's word on it."""

from typing import Annotated

import typer

from omoide.domain.beliefs.preference import Preference, Status
from omoide.domain.time import moment
from omoide.entrypoints.cli.beliefs.shown import evidence_ids, likely, local_day
from omoide.entrypoints.cli.beliefs.words import word
from omoide.entrypoints.cli.context import CliContext

preferences = typer.Typer(help="Likes and dislikes of the user.", no_args_is_help=True, rich_markup_mode=None)

Id = Annotated[int, typer.Argument(help="Number of the like or dislike.")]
Ids = Annotated[list[int], typer.Argument(help="Numbers, one or several.", metavar="ID...")]
Reason = Annotated[str, typer.Option(help="Why; kept with the change.")]


@preferences.command("list", epilog="Example: omoide preferences list --all")
def list_preferences(
    ctx: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also candidates and revoked ones.")] = False,
) -> None:
    """Show likes and dislikes: the confirmed ones, which alone may be asserted, and apart from them what is only supposed."""
    context: CliContext = ctx.obj
    known = context.mind().preferences.all(status=None)
    found = [one for one in known if everything or one.status is Status.CONFIRMED]
    guessed = [one for one in known if not everything and one.status is Status.CANDIDATE]
    if context.json:
        context.show([_preference_json(one) for one in found])
        return
    if found:
        _preferences(context, found)
    else:
        context.say(word("no_preferences", context.language))
    if guessed:
        context.say("\n" + word("supposed", context.language))
        _guessed(context, sorted(guessed, key=lambda one: -one.confidence))
        context.say(word("settle_tastes", context.language))


@preferences.command("history", epilog="Example: omoide preferences history 2")
def preference_history(ctx: typer.Context, preference: Id) -> None:
    """Show every step of a like or dislike."""
    context: CliContext = ctx.obj
    mind = context.mind()
    steps = mind.preferences.history(preference)
    told = [
        (
            moment.iso(one.at, tz=mind.persona.tz),
            one.change.after.status.value,
            one.change.reason,
            evidence_ids(one.change.evidence),
        )
        for one in steps
    ]
    names = ("when", "status", "why", "evidence")
    if context.json:
        context.show([dict(zip(names, line, strict=True)) for line in told])
    else:
        rows = [(local_day(one.at, mind.persona.tz), *line[1:]) for one, line in zip(steps, told, strict=True)]
        context.table(rows, headings=[word(name, context.language) for name in names], texts=(0, 2), spare=(3,))


@preferences.command("confirm", epilog="Example: omoide preferences confirm 2 4")
def confirm_preferences(ctx: typer.Context, ids: Ids, reason: Reason = "") -> None:
    """Say that it is so, of several at once; the opposite of each is revoked."""
    context: CliContext = ctx.obj
    _settled(context, context.mind().preferences.confirm(*ids, reason=reason), is_one=len(ids) == 1)


@preferences.command(epilog="Example: omoide preferences revoke 2 4")
def revoke(ctx: typer.Context, ids: Ids, reason: Reason = "") -> None:
    """Say that it is not so, of several at once."""
    context: CliContext = ctx.obj
    _settled(context, context.mind().preferences.revoke(*ids, reason=reason), is_one=len(ids) == 1)


def _settled(context: CliContext, kept: list[Preference], *, is_one: bool) -> None:
    if context.json:
        told = [_preference_json(one) for one in kept]
        context.show(told[0] if is_one else told)
        return
    for one in kept:
        context.say(word("settled", context.language, id=one.id, status=one.status.value))


def _preferences(context: CliContext, found: list[Preference]) -> None:
    rows = [
        (str(one.id), one.domain.value, word(one.polarity.value, context.language), one.subject, one.status.value)
        for one in found
    ]
    names = ("id", "domain", "polarity", "subject", "status")
    context.table(rows, headings=[word(name, context.language) for name in names], texts=(3,), spare=(1,))


def _guessed(context: CliContext, found: list[Preference]) -> None:
    rows = [
        (str(one.id), likely(one.confidence), word(one.polarity.value, context.language), one.subject) for one in found
    ]
    names = ("id", "likely", "polarity", "subject")
    context.table(rows, headings=[word(name, context.language) for name in names], texts=(3,), spare=())


def _preference_json(preference: Preference) -> dict[str, object]:
    return {
        "id": preference.id,
        "domain": preference.domain.value,
        "polarity": preference.polarity.value,
        "subject": preference.subject,
        "status": preference.status.value,
        "note": preference.note,
        "confidence": preference.confidence,
    }
