"""`omoide ui`: the mind on a page, in a browser."""

import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.errors import ServerUnavailable

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide

PORT = 8777
_TEXTS = {
    "making": ("Two sample minds live through some months (once) …", "サンプルの二人が数か月を過ごします（最初だけ）…"),
    "living": ("  {name}", "  {name}"),
    "open": ("The mind on a page: {address}   (Ctrl-C ends)", "ブラウザで開けます: {address}   （Ctrl-Cで終了）"),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide ui --port 8777")(ui)


def ui(
    ctx: typer.Context,
    port: Annotated[
        int | None,
        typer.Option(help=f"The port; 0 takes a free one (default: {PORT}, or a free one).", min=0, max=65_535),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only tell the address.")] = False,
    sample: Annotated[bool, typer.Option("--sample", help="Show two sample minds, in a home of their own.")] = False,
) -> None:
    """Look at the mind in a browser, on this machine alone, until stopped (Ctrl-C)."""
    context: CliContext = ctx.obj
    try:
        from omoide.entrypoints.web.serving import serve
    except ModuleNotFoundError as exc:
        raise ServerUnavailable("the page is not installed: pip install 'omoide[page]'") from exc

    def tell(address: str) -> None:
        context.say(told(_TEXTS["open"], context.language, {"address": address}))
        sys.stdout.flush()
        if not no_browser and sys.stdout.isatty():
            with suppress(webbrowser.Error):
                webbrowser.open(address)

    with _opened(context, sample=sample) as home:
        try:
            serve(home, port=PORT if port is None else port, doors=["page"], tell=tell)
        except ServerUnavailable:
            if port is not None:
                raise
            serve(home, port=0, doors=["page"], tell=tell)


def _opened(context: CliContext, *, sample: bool) -> "Omoide":
    """Return the home that is looked at: the owner's own, or that of the sample minds, made if it is not there."""
    from omoide.entrypoints.library.home import Omoide

    if not sample:
        return Omoide.open(context.options.home, config=context.options.config, beside="thread")
    from omoide.entrypoints.page import sample_minds

    folder = context.home / "sample"
    if not sample_minds.is_made(folder):
        context.say(told(_TEXTS["making"], context.language, {}))
        sample_minds.live(
            folder, told=lambda name: context.say(told(_TEXTS["living"], context.language, {"name": name}))
        )
    return Omoide.open(folder, clock=sample_minds.SampleClock(sample_minds.NOW), beside="nowhere")
