"""`omoide notes`: core memory, notepad, diary."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.text.excerpt import one_line
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.notes import acts
from omoide.entrypoints.cli.notes.acts import Base, Before, By, File, Given, New, Old, Period, Reason, Revision, Version
from omoide.entrypoints.cli.notes.given import given_text
from omoide.entrypoints.cli.notes.words import word

if TYPE_CHECKING:
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.library.notes import MindNote

SHOWN = 60
"""Characters of a note in a list, or of what was found in a table."""
app = typer.Typer(help="Core memory, notepad and diary: read, edit, and see every edit.", no_args_is_help=False)
Name = Annotated[str, typer.Argument(help="core_memory, notepad or diary.", metavar="NOTE")]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show which notes there are when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, ctx)


@app.command("list", epilog="Example: omoide notes list --json")
def list_(ctx: typer.Context) -> None:
    """List the notes that were written, and the archives of the diary."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.notes.all()
    if context.json:
        context.show([acts.note_json(note, mind.persona) for note in found])
    elif not found:
        context.say(word("no_notes", context.language))
    else:
        names = ("note", "version", "changed", "characters", "begins")
        rows = [
            (
                acts.title(context, note),
                str(note.version),
                "" if note.changed is None else acts.clock(note.changed, mind.persona),
                str(len(note.text)),
                one_line(note.text, longest=SHOWN),
            )
            for note in found
        ]
        context.table(rows, headings=[word(name, context.language) for name in names], spare=(4, 1, 3, 2))


@app.command(epilog="Example: omoide notes show diary --period 2026-03")
def show(ctx: typer.Context, name: Name, period: Period = "", revision: Revision = None) -> None:
    """Show a note, as it reads now or read after an earlier version."""
    persona, note = _meant(ctx, name, period)
    acts.show(ctx.obj, persona, note, revision=revision)


@app.command(cls=DashedText, epilog="Example: omoide notes write core_memory --file core_memory.txt --base 3")
def write(
    ctx: typer.Context,
    name: Name,
    text: Given = None,
    file: File = None,
    base: Base = None,
    period: Period = "",
    reason: Reason = "",
    by: By = "owner",
) -> None:
    """Put a text in place of a note; what stood there stays in its history."""
    persona, note = _meant(ctx, name, period)
    before = note.version
    acts.tell_kept(ctx.obj, persona, before, note.write(given_text(text, file), base=base, by=by, reason=reason))


@app.command(cls=DashedText, epilog='Example: omoide notes append diary "今日は雨だった。"')
def append(
    ctx: typer.Context, name: Name, text: Given = None, file: File = None, reason: Reason = "", by: By = "owner"
) -> None:
    """Add to the end of a note; to the diary, below today's heading."""
    persona, note = _meant(ctx, name)
    before = note.version
    acts.tell_kept(ctx.obj, persona, before, note.append(given_text(text, file), by=by, reason=reason))


@app.command(epilog="Example: omoide notes edit notepad")
def edit(ctx: typer.Context, name: Name, period: Period = "", reason: Reason = "", by: By = "owner") -> None:
    """Open a note in your editor ($VISUAL, $EDITOR); if somebody else wrote meanwhile, what you typed is kept in a file."""
    persona, note = _meant(ctx, name, period)
    acts.edit(ctx.obj, persona, note, by=by, reason=reason)


@app.command(epilog="Example: omoide notes history core_memory")
def history(ctx: typer.Context, name: Name, period: Period = "") -> None:
    """Show every edit of a note, oldest first."""
    persona, note = _meant(ctx, name, period)
    acts.history(ctx.obj, persona, note)


@app.command(epilog="Example: omoide notes diff core_memory 3 5")
def diff(ctx: typer.Context, name: Name, old: Old = None, new: New = None, period: Period = "") -> None:
    """Show what changed between two versions; by default, what the last edit changed."""
    _, note = _meant(ctx, name, period)
    acts.diff(ctx.obj, note, old=old, new=new)


@app.command(epilog="Example: omoide notes restore core_memory 3")
def restore(
    ctx: typer.Context,
    name: Name,
    version: Version,
    base: Base = None,
    period: Period = "",
    reason: Reason = "",
    by: By = "owner",
) -> None:
    """Let a note read as it did after a version, byte by byte; that is an edit like any other."""
    persona, note = _meant(ctx, name, period)
    before = note.version
    acts.tell_kept(ctx.obj, persona, before, note.restore(version, base=base, by=by, reason=reason))


@app.command(epilog="Example: omoide notes archive --before 2026-03-01")
def archive(ctx: typer.Context, before: Before = None, by: By = "owner") -> None:
    """Move the diary's months that are over into an archive each."""
    persona, note = _meant(ctx, "diary")
    acts.archive(ctx.obj, persona, note, before=before, by=by)


@app.command(cls=DashedText, epilog='Example: omoide notes search "田中さん"')
def search(
    ctx: typer.Context,
    words: Annotated[str, typer.Argument(help="What to look for.")],
    limit: Annotated[int, typer.Option(help="How many at most.", min=1)] = 20,
) -> None:
    """Find days of the diary and its archives, and paragraphs of other notes, by their words."""
    context: CliContext = ctx.obj
    found = context.mind().notes.search(words, limit=limit)
    if context.json:
        context.show(
            [
                {
                    "note": hit.address.kind.value,
                    "period": hit.address.period,
                    "day": None if hit.day is None else hit.day.isoformat(),
                    "share": round(hit.share, 4),
                    "text": hit.text,
                }
                for hit in found
            ]
        )
    elif not found:
        context.say(word("nothing_found", context.language))
    for hit in () if context.json else found:
        day = "" if hit.day is None else f"  {hit.day.isoformat()}"
        context.say(f"{hit.address.kind.value} {hit.address.period}".strip() + day)
        context.say(f"  {one_line(hit.text, longest=4 * SHOWN)}")


def _meant(ctx: typer.Context, name: str, period: str = "") -> "tuple[Persona, MindNote]":
    context: CliContext = ctx.obj
    mind = context.mind()
    return mind.persona, mind.notes.of(name, period=period)
