"""`omoide erase`: what goes out for good.  What can come back is archived instead: `omoide memories archive`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from omoide.domain.erasing import receipt
from omoide.domain.time import moment
from omoide.entrypoints.cli.erasing.words import MOST_SHOWN, lines, text
from omoide.entrypoints.server import control
from omoide.errors import InvalidInput

if TYPE_CHECKING:
    from omoide.domain.erasing.receipt import ErasureReport, Receipt
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.mind import Mind

app = typer.Typer(
    help="Erase turns, a memory or a persona for good.  This cannot be undone; what can come back is archived instead.",
    epilog="Examples: omoide erase --session 00893aaf-19fa-41d2-8238-13269b9b3ca0 --dry-run\n\n"
    "          omoide erase --about モモ        omoide erase --client phone --from 2026-03-01 --until 2026-03-08\n\n"
    "          omoide erase --memory mem_20260118_001        omoide erase receipts",
    invoke_without_command=True,
    no_args_is_help=False,
)


@app.callback()
def erase(
    ctx: typer.Context,
    event: Annotated[list[int] | None, typer.Option(help="A turn by its number; may be repeated.")] = None,
    session: Annotated[str | None, typer.Option(help="A session: its turns, and all that was made of them.")] = None,
    from_: Annotated[str | None, typer.Option("--from", help="Turns from this time on.")] = None,
    until: Annotated[str | None, typer.Option(help="Turns before this time.")] = None,
    about: Annotated[str, typer.Option(help="Every turn that names this, and every belief about it.")] = "",
    client: Annotated[str | None, typer.Option(help="What came from this client, or project folder.")] = None,
    source: Annotated[str | None, typer.Option(help="What came as this source, such as import or vision.")] = None,
    document: Annotated[str | None, typer.Option(help="What was imported from this session log.")] = None,
    whole_persona: Annotated[bool, typer.Option("--whole-persona", help="The persona, with all it has.")] = False,
    memory: Annotated[str, typer.Option(help="A memory; the turn it was made of stays in the log.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Erase for good, with every vector and word of it.  Conditions go together: all that are given must hold."""
    if ctx.invoked_subcommand is not None:
        return
    context: CliContext = ctx.obj
    given: dict[str, Any] = {
        "event_id": event or None, "session_id": session, "since": from_, "until": until, "about": about,
        "client_id": client, "source": source, "document": document, "everything": whole_persona,
    }  # fmt: skip
    named = {key: value for key, value in given.items() if value}
    if bool(named) == bool(memory):
        raise InvalidInput("say what is to be erased: --session ID, --event N, --about NAME, … or --memory ID alone")
    if memory:
        _erase_memory(context, memory, yes=yes, dry_run=dry_run)
    else:
        _erase_turns(context, _mind_meant(context, named), named, yes=yes, dry_run=dry_run)


@app.command(epilog="Example: omoide erase receipts --json")
def receipts(ctx: typer.Context) -> None:
    """List what was erased, and what was found of it afterwards; the words are not kept."""
    context: CliContext = ctx.obj
    found = context.open().erasure_receipts()
    if context.json:
        context.show([_json(each, context) for each in found])
    elif not found:
        context.say(text("no_receipts", context.language))
    else:
        headings = [text(key, context.language) for key in ("number", "when", "scope", "events", "left", "seal")]
        context.table([_row(each, context) for each in found], headings=headings, texts=(4,))


def _erase_turns(context: "CliContext", mind: "Mind", named: dict[str, Any], *, yes: bool, dry_run: bool) -> None:
    if dry_run:
        report = mind.erase(**named, dry_run=True)
        if not context.json:
            _list_turns(context, mind, report)
    else:
        if not yes and not context.json:
            question = text("turns_sure", context.language, what=_what(context, named), persona=mind.persona.name)
            typer.confirm(question, abort=True)
        control.stop(context.home)  # it holds in memory what is about to go; the next hook starts another
        report = mind.erase(**named)
    if context.json:
        context.show(receipt.told(report))
    else:
        for line in lines(report, context.language):
            context.say(line)
        if not report.is_rehearsal and context.configuration.settings.database.url is not None:
            context.say(text("server", context.language))


def _erase_memory(context: "CliContext", name: str, *, yes: bool, dry_run: bool) -> None:
    mind = context.mind()
    found = mind.memories.get(name)
    if not dry_run:
        if not yes and not context.json:
            question = text("memory_sure", context.language, id=found.label, text=found.trigger[:60])
            typer.confirm(question, abort=True)
        control.stop(context.home)
        mind.memories.erase(name)
    if context.json:
        context.show({"would_erase" if dry_run else "erased": found.label})
    else:
        said = (
            f"{found.label}  {found.trigger[:60]}"
            if dry_run
            else text("memory_erased", context.language, id=found.label)
        )
        context.say(said)


def _list_turns(context: "CliContext", mind: "Mind", report: "ErasureReport") -> None:
    from rich.text import Text

    from omoide.entrypoints.cli.events import heading, said

    for number in report.turns[:MOST_SHOWN]:
        event = mind.event(number)
        context.say(Text.assemble((heading(event, mind.persona), "bold"), "\n", said(event)))
    if len(report.turns) > MOST_SHOWN:
        context.say(text("more", context.language, count=len(report.turns) - MOST_SHOWN))


def _what(context: "CliContext", named: dict[str, Any]) -> str:
    """Return what is meant, for the question whether it is."""
    keys = {"event_id": "event", "session_id": "session", "client_id": "client"}
    told = {keys.get(key, key): value for key, value in named.items() if key not in ("since", "until")}
    if "since" in named or "until" in named:
        told["period"] = f"{named.get('since', '')} – {named.get('until', '')}".strip()
    if "event" in told:
        told["event"] = " ".join(f"#{number}" for number in named["event_id"])
    return text("and", context.language).join(text(key, context.language, value=value) for key, value in told.items())


def _mind_meant(context: "CliContext", named: dict[str, Any]) -> "Mind":
    """Return the mind that is meant; of a session, of several unnamed, the one that hears the host's sessions."""
    opened = context.open()
    of_host = not context.persona and {"session_id", "document"} & set(named)
    hears = opened.known_mind_for_project("") if of_host else None
    return hears if hears is not None and len(opened.personas()) > 1 else context.mind()


def _when(each: "Receipt", context: "CliContext") -> str:
    return moment.iso(each.at, tz=moment.zone(context.configuration.timezone))


def _row(each: "Receipt", context: "CliContext") -> tuple[str, ...]:
    seal = each.seal[:12] if each.is_sound else text("broken", context.language)
    events = "" if each.report is None else str(each.report.events)
    return str(each.number), _when(each, context), each.scope, events, _found(each, context), seal


def _found(each: "Receipt", context: "CliContext") -> str:
    if each.report is None:
        return text("older", context.language)
    if not each.report.is_searched:
        return text("not_searched", context.language)
    return ", ".join(each.report.left_in) or text("none_left", context.language)


def _json(each: "Receipt", context: "CliContext") -> dict[str, object]:
    return {
        "number": each.number,
        "at": _when(each, context),
        "scope": each.scope,
        "report": None if each.report is None else receipt.told(each.report),
        "seal": each.seal,
        "is_sound": each.is_sound,
    }
