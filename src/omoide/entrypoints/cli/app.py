"""The commands and their global options, and how errors are told.

Exit codes: 0 done, 1 something Omoide needs is unavailable, 2 the command cannot be done as it was given, 3 what was
named is not there.
"""

import io
import os
import sys
from typing import Annotated, TextIO, cast

import typer

from omoide.__about__ import __version__
from omoide.domain.text.printable import printable
from omoide.entrypoints.cli import autonomy, composing, config, drives, events, feelings, personas, tour
from omoide.entrypoints.cli import recall as recalling
from omoide.entrypoints.cli.beliefs import commands as beliefs
from omoide.entrypoints.cli.beliefs.preferences import preferences
from omoide.entrypoints.cli.context import CliContext, GlobalOptions
from omoide.entrypoints.cli.entities import commands as entities
from omoide.entrypoints.cli.episodes import commands as episodes
from omoide.entrypoints.cli.erasing import commands as erasing
from omoide.entrypoints.cli.hosts import hooks, importing, server, spool
from omoide.entrypoints.cli.knowledge import commands as knowledge
from omoide.entrypoints.cli.memories import commands as memories
from omoide.entrypoints.cli.models import commands as models
from omoide.entrypoints.cli.models import cost
from omoide.entrypoints.cli.nights import simulate, sleep
from omoide.entrypoints.cli.notes import commands as notes
from omoide.entrypoints.cli.notes import secret_diary
from omoide.entrypoints.cli.reminders import commands as reminders
from omoide.entrypoints.cli.terminal import PrintableStream, json_text
from omoide.entrypoints.cli.tools import commands as tools
from omoide.entrypoints.cli.topics import commands as topics
from omoide.entrypoints.cli.upkeep import commands as upkeep
from omoide.entrypoints.cli.upkeep import doctor, index
from omoide.errors import InvalidInput, NotFound, OmoideError, Refused

EPILOG = "--home, --config, --persona, --json and --now may stand anywhere on the line."

app = typer.Typer(
    name="omoide",
    help="Omoide (思い出): a memory for AI personas.\n\n"
    'Example: omoide persona add haru; omoide observe "猫の名前はモモだよ" --assistant "覚えたよ"; '
    'omoide recall "猫の名前は？"',
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)
app.add_typer(personas.app, name="persona")
app.add_typer(config.app, name="config")
app.add_typer(index.app, name="index")
app.add_typer(beliefs.app, name="beliefs")
app.add_typer(preferences, name="preferences")
app.add_typer(memories.app, name="memories")
app.add_typer(notes.app, name="notes")
app.add_typer(secret_diary.app, name="secret-diary")
app.add_typer(entities.app, name="entities")
app.add_typer(episodes.app, name="episodes")
app.add_typer(knowledge.app, name="knowledge")
app.add_typer(topics.app, name="topics")
app.add_typer(reminders.app, name="due")
app.add_typer(tools.app, name="tools")
app.add_typer(sleep.app, name="sleep")
app.add_typer(models.app, name="models")
app.add_typer(cost.app, name="cost")
app.add_typer(server.app, name="serve")
app.add_typer(server.service, name="service")
app.add_typer(hooks.app, name="hooks")
app.add_typer(spool.app, name="spool")
app.add_typer(importing.app, name="import")
app.add_typer(erasing.app, name="erase")
for register in (
    events.register,
    recalling.register,
    composing.register,
    feelings.register,
    drives.register,
    autonomy.register,
    sleep.register,
    simulate.register,
    upkeep.register,
    models.register,
    doctor.register,
    tour.register,
):
    register(app)

_WITH_VALUE = ("--home", "--config", "--persona", "--now")
_FLAGS = ("--json",)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"omoide {__version__}")
        raise typer.Exit


@app.callback()
def start(
    ctx: typer.Context,
    home: Annotated[str | None, typer.Option(help="Data home (else OMOIDE_HOME, else ~/.omoide).")] = None,
    config_file: Annotated[str | None, typer.Option("--config", help="Configuration file to use.")] = None,
    persona: Annotated[str | None, typer.Option(help="Persona meant (else OMOIDE_PERSONA, else the only one).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    now: Annotated[
        str | None,
        typer.Option(help="Simulated time, ISO 8601 (the persona's local time without an offset).", metavar="TIME"),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Gather the global options."""
    context = CliContext(GlobalOptions(home, config_file, persona, as_json, now))
    ctx.obj = context
    ctx.call_on_close(context.close)


def hoisted(arguments: list[str]) -> list[str]:
    """Return the arguments with global options moved to the front, where the parser wants them."""
    front: list[str] = []
    rest: list[str] = []
    at = 0
    while at < len(arguments):
        argument = arguments[at]
        name = argument.partition("=")[0]
        if argument == "--":
            rest += arguments[at:]
            break
        if name == "--persona" and rest[:1] == ["config"]:
            rest.append(argument)  # there it says whose setting is changed
            at += 1
            continue
        if argument in _FLAGS or (name in _WITH_VALUE and "=" in argument):
            front.append(argument)
        elif argument in _WITH_VALUE and at + 1 < len(arguments):
            front += arguments[at : at + 2]
            at += 1
        else:
            rest.append(argument)
        at += 1
    return front + rest


def run() -> None:
    """Run the command line and leave with its exit code."""
    os.umask(0o077)  # whatever a command makes is its owner's alone
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.stdout, sys.stderr = (cast("TextIO", PrintableStream(stream)) for stream in (sys.stdout, sys.stderr))
    answer(sys.argv[1:])


def answer(arguments: list[str]) -> None:
    """Do what the arguments say; errors leave with their message and exit code, never with a trace."""
    try:
        app(hoisted([_as_text(argument) for argument in arguments]), prog_name="omoide")
    except OmoideError as exc:
        sys.exit(_told(exc, wants_json="--json" in arguments))
    except BrokenPipeError:
        # The reader of our output has gone (head, a pager); that is no error, and nothing may be written after it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _as_text(argument: str) -> str:
    """Return an argument as UTF-8 text, whatever the locale took its bytes for; refuse one that is no text."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError as exc:
        shown = argument.encode("utf-8", "replace").decode()
        raise InvalidInput(f"the argument {shown!r} is not UTF-8 text; check how it was typed or encoded") from exc


def _told(exc: OmoideError, *, wants_json: bool) -> int:
    code = 3 if isinstance(exc, NotFound) else 2 if isinstance(exc, Refused) else 1
    if wants_json:
        told = {"error": {"kind": type(exc).__name__, "message": str(exc), "exit_code": code}}
        sys.stderr.write(json_text(told, indent=None) + "\n")
    else:
        sys.stderr.write(f"omoide: {printable(str(exc))}\n")
    return code
