"""`omoide not-that`: what a cue does not mean, and taking that back."""

from typing import Annotated

import typer

from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.feedback import Demotion
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.why_words import word
from omoide.errors import InvalidInput

LIST, UNDO = "list", "undo"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(
        "not-that",
        epilog='Example: omoide not-that 12; omoide not-that 12 --cue "猫の名前は？"; omoide not-that list; omoide not-that undo 1',
    )(not_that)


def not_that(
    ctx: typer.Context,
    what: Annotated[str, typer.Argument(help="What was not meant: 12 or event:12, mem_…; or list, or undo.")],
    number: Annotated[int | None, typer.Argument(help="With undo: which one, as list shows it.")] = None,
    cue: Annotated[
        str | None, typer.Option(help="For which cue; else that of the last recall which showed it.")
    ] = None,
) -> None:
    """Say that something was not meant: for that cue, and cues near to it, it stands behind the rest; nothing is erased."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if what == LIST:
        _list(context, mind.feedback.list(), mind.persona)
        return
    if what == UNDO and number is None:
        raise InvalidInput(
            "say which one is taken back: omoide not-that undo NUMBER; `omoide not-that list` shows them"
        )
    if what != UNDO and number is not None:
        raise InvalidInput(f"{number} belongs to undo alone; one thing is named at a time")
    done = mind.feedback.undo(number) if what == UNDO and number is not None else mind.not_that(what, cue=cue)
    if context.json:
        context.show(_json(done, mind.persona))
        return
    key = "undone" if what == UNDO else "demoted"
    context.say(word(key, context.language, item=str(done.item), cue=done.cue, id=int(done.id)))


def _list(context: CliContext, found: list[Demotion], persona: Persona) -> None:
    if context.json:
        context.show([_json(each, persona) for each in found])
        return
    if not found:
        context.say(word("no_feedback", context.language))
        return
    rows = [
        (str(each.id), f"{moment.local(each.at, tz=persona.tz):%Y-%m-%d %H:%M}", str(each.item), each.cue)
        for each in found
    ]
    headings = [word(key, context.language) for key in ("id", "when", "item", "cue")]
    context.table(rows, headings=headings, spare=(1,), flat=True)


def _json(demotion: Demotion, persona: Persona) -> dict[str, object]:
    return {
        "id": int(demotion.id),
        "item": str(demotion.item),
        "cue": demotion.cue,
        "at": moment.iso(demotion.at, tz=persona.tz),
    }
