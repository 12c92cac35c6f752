"""`omoide inner`: what moves the persona from within."""

from typing import Annotated

import typer

from omoide.domain.drives import narrative
from omoide.domain.drives.inner_state import as_internal_state
from omoide.domain.time import moment
from omoide.entrypoints.cli.beliefs.words import word
from omoide.entrypoints.cli.context import CliContext

BAR = 20
"""Cells of a drive at its strongest."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide inner --at 2026-03-01T21:00")(inner)


def inner(
    ctx: typer.Context, at: Annotated[str | None, typer.Option(help="At this time; now without it.")] = None
) -> None:
    """Show the four drives, the strongest in words, and the mood; as JSON in the shape of internal_state.json."""
    context: CliContext = ctx.obj
    mind = context.mind()
    state = mind.inner_state(at)
    if context.json:
        extra = {"at": moment.iso(state.at, tz=mind.persona.tz), "mood": state.mood.text, "shown": list(state.lines)}
        context.show({**as_internal_state(state, tz=mind.persona.tz), **extra})
        return
    rows = [
        (narrative.label(drive, language=context.language), f"{level:.2f}", "█" * round(BAR * level))
        for drive, level in state.levels
    ]
    context.table(rows, headings=[word(key, context.language) for key in ("drive", "level", "bar")], spare=(2,))
    for line in (state.narrative, state.mood.text):
        if line:
            context.say(line)
