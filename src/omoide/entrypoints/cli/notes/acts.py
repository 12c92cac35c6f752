"""What both doors do with a note: show it, write it, tell what changed."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from omoide.domain.notes import note as notes
from omoide.domain.notes.diff import DiffHunk, DiffLine, DiffMark
from omoide.domain.notes.note import Note
from omoide.domain.notes.revision import NoteRevision
from omoide.domain.personas.persona import Persona
from omoide.domain.text.printable import printable
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.notes.editor import opened_in_editor
from omoide.entrypoints.cli.notes.words import word

if TYPE_CHECKING:
    from omoide.entrypoints.library.notes import MindNote

Period = Annotated[str, typer.Option(help="A diary's archive, such as 2026-03.")]
Given = Annotated[str | None, typer.Argument(help="The text; - or nothing reads it from a pipe.")]
File = Annotated[str | None, typer.Option(help="Read the text from this file; - is the input.")]
Base = Annotated[int | None, typer.Option(help="Only if this is still its version.", min=0)]
Reason = Annotated[str, typer.Option(help="Why; kept in the history.")]
By = Annotated[str, typer.Option(help="Who edits: owner or persona.")]
Version = Annotated[int, typer.Argument(help="Version, as `history` shows it.", min=0)]
Old = Annotated[int | None, typer.Argument(help="Earlier version; the one before the later without it.", min=0)]
New = Annotated[int | None, typer.Argument(help="Later version; the last without it.", min=0)]
Revision = Annotated[int | None, typer.Option(help="As it read after this version.", min=0)]
Before = Annotated[str | None, typer.Option(help="Only months before that of this day.")]
_STYLES = {DiffMark.GONE: "red", DiffMark.NEW: "green", DiffMark.SAME: ""}


def show(context: CliContext, persona: Persona, note: "MindNote", *, revision: int | None) -> None:
    """Print a note, as it is or as it was."""
    found = note.read()
    text = found.text if revision is None else note.at(revision)
    if context.json:
        version = found.version if revision is None else revision
        context.show({**note_json(found, persona), "version": version, "characters": len(text), "text": text})
    elif text:
        context.write(text.removesuffix("\n"))
    elif context.console.is_terminal:
        context.say(word("empty", context.language, title=title(context, found)))


def tell_kept(context: CliContext, persona: Persona, before: int, after: Note) -> None:
    """Say what became of an edit of the version that was there before."""
    if context.json:
        context.show({**note_json(after, persona), "is_changed": after.version != before})
        return
    key = "unchanged" if after.version == before else "kept"
    said = word(key, context.language, title=title(context, after), version=after.version, size=len(after.text))
    context.say(said)


def edit(context: CliContext, persona: Persona, note: "MindNote", *, by: str, reason: str) -> None:
    """Open a note in the editor, and write what it leaves."""
    before = note.version
    for path in note.drafts():
        sys.stderr.write(f"omoide: {word('draft_left', context.language, path=printable(str(path)))}\n")
    tell_kept(context, persona, before, note.edit_with(opened_in_editor, by=by, reason=reason))


def history(context: CliContext, persona: Persona, note: "MindNote") -> None:
    """Print every edit, oldest first."""
    found = note.history()
    if context.json:
        context.show([revision_json(each, persona) for each in found])
    elif not found:
        context.say(word("no_history", context.language, title=title(context, note.read())))
    else:
        headings = [word(name, context.language) for name in ("version", "when", "who", "what", "size", "reason")]
        rows = [
            (
                str(each.version),
                clock(each.at, persona),
                word(each.author.value, context.language),
                word(each.act.value, context.language),
                _size(each),
                each.reason,
            )
            for each in found
        ]
        context.table(rows, headings=headings, texts=(5,), spare=(5, 4, 2))


def diff(context: CliContext, note: "MindNote", *, old: int | None, new: int | None) -> None:
    """Print what changed between two versions."""
    show_hunks(context, note.diff(old, new))


def show_hunks(context: CliContext, found: list[DiffHunk]) -> None:
    """Print what changed."""
    if context.json:
        context.show([_hunk_json(hunk) for hunk in found])
    elif not found:
        context.say(word("no_difference", context.language))
    for hunk in () if context.json else found:
        context.say(Text(_place(hunk), style="cyan"))
        for line in hunk.lines:
            context.say(Text(_told(line, context), style=_STYLES[line.mark]))


def archive(context: CliContext, persona: Persona, note: "MindNote", *, before: str | None, by: str) -> None:
    """Move months that are over into archives, and say which."""
    moved = note.archive(before=before, by=by)
    if context.json:
        context.show([note_json(each, persona) for each in moved])
    elif not moved:
        context.say(word("nothing_over", context.language))
    for each in () if context.json else moved:
        context.say(word("archived", context.language, period=each.period, size=len(each.text)))


def title(context: CliContext, note: Note) -> str:
    """Return what people call a note."""
    named = notes.title(note.kind, context.language)
    return f"{named} {note.period}" if note.period else named


def clock(at: Moment, persona: Persona) -> str:
    """Return when it was, on the persona's clock."""
    return f"{moment.local(at, tz=persona.tz):%Y-%m-%d %H:%M}"


def note_json(note: Note, persona: Persona) -> dict[str, object]:
    """Return a note without its text, as JSON shows it."""
    return {
        "note": note.kind.value,
        "period": note.period,
        "version": note.version,
        "changed": None if note.changed is None else moment.iso(note.changed, tz=persona.tz),
        "characters": len(note.text),
    }


def revision_json(revision: NoteRevision, persona: Persona) -> dict[str, object]:
    """Return an edit as JSON shows it."""
    return {
        "version": revision.version,
        "at": moment.iso(revision.at, tz=persona.tz),
        "by": revision.author.value,
        "act": revision.act.value,
        "reason": revision.reason,
        "added": len(revision.splice.added),
        "removed": revision.splice.removed,
    }


def _size(revision: NoteRevision) -> str:
    return f"+{len(revision.splice.added)} -{revision.splice.removed}"


def _place(hunk: DiffHunk) -> str:
    old = sum(line.mark is not DiffMark.NEW for line in hunk.lines)
    new = sum(line.mark is not DiffMark.GONE for line in hunk.lines)
    return f"@@ -{hunk.old_start},{old} +{hunk.new_start},{new} @@"


def _told(line: DiffLine, context: CliContext) -> str:
    end = "" if line.text.endswith("\n") else f" {word('no_newline', context.language)}"
    return f"{line.mark.value}{printable(line.text.removesuffix(chr(10)))}{end}"


def _hunk_json(hunk: DiffHunk) -> dict[str, object]:
    lines = [{"mark": line.mark.value, "text": line.text} for line in hunk.lines]
    return {"old_start": hunk.old_start, "new_start": hunk.new_start, "lines": lines}
