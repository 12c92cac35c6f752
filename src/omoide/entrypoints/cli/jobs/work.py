"""`omoide work`: a worker in the foreground; several may run at once."""

import signal
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.jobs.words import word
from omoide.errors import InvalidInput, Unavailable

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext
    from omoide.entrypoints.library.home import Omoide

LOOK_SECONDS = 5.0
"""How often a worker with nothing to do looks at the data."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide work --once")(work)


def work(
    ctx: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="End when nothing more can be done now.")] = False,
) -> None:
    """Do what waits, for every persona, as it comes: digest, vectors, due nights, imports.  Several may run at once."""
    from omoide.entrypoints.library.home import Omoide

    context: CliContext = ctx.obj
    if context.options.now is not None:
        raise InvalidInput("work goes by the real clock; leave out --now")
    stopping = threading.Event()
    _end_on_signals(stopping)
    with Omoide.open(context.home, config=context.config_file, beside="nowhere", asked_by="cli") as home:
        if once:
            _told(context, _worked(context, home, stopping))
            return
        _say(context, "working", home=home.home)
        last = ""
        while not stopping.is_set():
            try:
                _worked(context, home, stopping)
            except Unavailable as exc:
                if str(exc) != last:
                    _say(context, "unavailable", why=str(exc))
                last = str(exc)
            stopping.wait(LOOK_SECONDS)


def _worked(context: "CliContext", home: "Omoide", stopping: threading.Event) -> bool:
    return home.jobs.work_off(
        should_stop=stopping.is_set, rested=lambda persona: _say(context, "rested", name=persona.name)
    )


def _say(context: "CliContext", key: str, **values: object) -> None:
    if not context.json:
        context.say(word(key, context.language, **values))


def _told(context: "CliContext", is_settled: bool) -> None:
    if context.json:
        context.show({"settled": is_settled})
    else:
        context.say(word("settled" if is_settled else "left", context.language))


def _end_on_signals(stopping: threading.Event) -> None:
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_given: stopping.set())
