"""`omoide secret-diary`, the only command that reaches it; it is made for the persona's own tools."""

from typing import TYPE_CHECKING

import typer

from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.notes import acts
from omoide.entrypoints.cli.notes.acts import Base, Before, By, File, Given, New, Old, Period, Reason, Revision, Version
from omoide.entrypoints.cli.notes.given import given_text

if TYPE_CHECKING:
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.library.notes import MindNote

app = typer.Typer(
    help="The persona's secret diary.  No other command shows, lists, finds or recalls it.", no_args_is_help=True
)


@app.command(epilog="Example: omoide secret-diary show")
def show(ctx: typer.Context, period: Period = "", revision: Revision = None) -> None:
    """Show it, as it reads now or read after an earlier version."""
    persona, note = _meant(ctx, period)
    acts.show(ctx.obj, persona, note, revision=revision)


@app.command(cls=DashedText, epilog="Example: omoide secret-diary write --file diary.txt")
def write(
    ctx: typer.Context,
    text: Given = None,
    file: File = None,
    base: Base = None,
    reason: Reason = "",
    by: By = "persona",
) -> None:
    """Put a text in its place; what stood there stays in its history."""
    persona, note = _meant(ctx)
    before = note.version
    acts.tell_kept(ctx.obj, persona, before, note.write(given_text(text, file), base=base, by=by, reason=reason))


@app.command(cls=DashedText, epilog='Example: omoide secret-diary append "だれにも言わない。"')
def append(ctx: typer.Context, text: Given = None, file: File = None, by: By = "persona") -> None:
    """Add to it, below today's heading."""
    persona, note = _meant(ctx)
    before = note.version
    acts.tell_kept(ctx.obj, persona, before, note.append(given_text(text, file), by=by))


@app.command(epilog="Example: omoide secret-diary edit")
def edit(ctx: typer.Context, period: Period = "", reason: Reason = "", by: By = "persona") -> None:
    """Open it in an editor ($VISUAL, $EDITOR)."""
    persona, note = _meant(ctx, period)
    acts.edit(ctx.obj, persona, note, by=by, reason=reason)


@app.command(epilog="Example: omoide secret-diary history")
def history(ctx: typer.Context, period: Period = "") -> None:
    """Show every edit, oldest first."""
    persona, note = _meant(ctx, period)
    acts.history(ctx.obj, persona, note)


@app.command(epilog="Example: omoide secret-diary diff 3 5")
def diff(ctx: typer.Context, old: Old = None, new: New = None, period: Period = "") -> None:
    """Show what changed between two versions; by default, what the last edit changed."""
    _, note = _meant(ctx, period)
    acts.diff(ctx.obj, note, old=old, new=new)


@app.command(epilog="Example: omoide secret-diary restore 3")
def restore(ctx: typer.Context, version: Version, base: Base = None, period: Period = "", by: By = "persona") -> None:
    """Let it read as it did after a version, byte by byte."""
    persona, note = _meant(ctx, period)
    before = note.version
    acts.tell_kept(ctx.obj, persona, before, note.restore(version, base=base, by=by))


@app.command(epilog="Example: omoide secret-diary archive")
def archive(ctx: typer.Context, before: Before = None, by: By = "persona") -> None:
    """Move months that are over into an archive each; `show --period 2026-03` reads one."""
    persona, note = _meant(ctx)
    acts.archive(ctx.obj, persona, note, before=before, by=by)


def _meant(ctx: typer.Context, period: str = "") -> "tuple[Persona, MindNote]":
    context: CliContext = ctx.obj
    mind = context.mind()
    return mind.persona, mind.secret_diary.archived(period) if period else mind.secret_diary
