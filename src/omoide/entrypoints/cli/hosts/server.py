"""`omoide serve` and `omoide service`: the resident server."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.entrypoints.server import control, login_units
from omoide.errors import InvalidInput, ServerUnavailable

app = typer.Typer(
    help="The resident server: keeps memory warm for hooks.  Without a subcommand: serve in the foreground.",
    epilog="Examples: omoide serve start        omoide serve status        omoide serve logs --lines 50",
    invoke_without_command=True,
)
service = typer.Typer(help="Let the system start the server when you log in.", no_args_is_help=True)

_TEXTS = {
    "http": ("Serving at {address} (Ctrl-C stops it)", "{address} で待ち受けています（Ctrl-C で終了）"),
    "none": ("No server runs for {home}.", "{home} のサーバーは動いていません。"),
    "running": (
        "Server {version} runs as process {pid} since {minutes:minute|minutes}: {requests:request|requests}, "
        "{waiting:event waits|events wait}, {rss_mb:.0f} MB.",
        "サーバー {version} がプロセス {pid} で {minutes} 分間稼働中: 要求 {requests} 件、待機中の記録 {waiting} 件、"
        "メモリ {rss_mb:.0f} MB。",
    ),
    "ahead": (
        "A night was run ahead of the clock: none runs by itself before {who}.  Put the clock right, then run: "
        "omoide sleep undo --ahead",
        "時計より先の夜がすでに処理されています。{who} までは自動で処理されません。時計を合わせてから実行: "
        "omoide sleep undo --ahead",
    ),
    "aside": (
        "{set_aside:event|events} could not be taken in and lie aside: omoide spool show",
        "{set_aside} 件の記録は取り込めず、別に置いてあります: omoide spool show",
    ),
    "trouble": (
        "The work for {who} does not go on by itself; it is tried again later: omoide serve logs",
        "{who} のため、この人格の処理は自動で進みません。後でもう一度試みます: omoide serve logs",
    ),
    "stopped": ("The server has ended.", "サーバーを終了しました。"),
    "no_log": ("There is no log yet.", "ログはまだありません。"),
    "unit": ("Written: {path}\nNow run: {command}", "書き込みました: {path}\n次に実行: {command}"),
    "unit_gone": ("Removed: {path}\nNow run: {command}", "取り除きました: {path}\n次に実行: {command}"),
    "unit_none": ("There is no unit at {path}.", "{path} はありません。"),
}


@app.callback()
def serve(
    ctx: typer.Context,
    tcp: Annotated[bool, typer.Option("--tcp", help="Listen on loopback TCP with a token, as on Windows.")] = False,
    http: Annotated[
        bool, typer.Option("--http", help="Serve the doors over the wire: HTTP API, MCP, proxy, page.")
    ] = False,
    host: Annotated[
        str | None,
        typer.Option(help="With --http: the address to listen at, by default 127.0.0.1; any but loopback needs a key."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help="With --http: the port, by default 8765; 0 takes a free one.", min=0, max=65_535),
    ] = None,
    door: Annotated[
        str | None, typer.Option(help="With --http: which doors, such as api,mcp; all that are installed without.")
    ] = None,
) -> None:
    """Serve in the foreground until stopped (Ctrl-C), unless a server runs already."""
    if not http and any(given is not None for given in (host, port, door)):
        raise InvalidInput("--host, --port and --door say how the doors over the wire are served; add --http")
    if ctx.invoked_subcommand is None and http:
        doors = [name for name in (door or "").split(",") if name.strip()]
        _serve_http(ctx.obj, host=host or "127.0.0.1", port=8765 if port is None else port, doors=doors)
    elif ctx.invoked_subcommand is None:
        from omoide.entrypoints.server.__main__ import main

        context: CliContext = ctx.obj
        if (known := control.status(context.home)) is not None:
            _tell(context, known)
            return
        main([str(context.home), *(["--tcp"] if tcp else [])])


def _serve_http(context: CliContext, *, host: str, port: int, doors: list[str]) -> None:
    from omoide.entrypoints.library.home import Omoide

    try:
        from omoide.entrypoints.web.serving import serve as serve_doors
    except ModuleNotFoundError as exc:
        raise ServerUnavailable("the doors over the wire are not installed: pip install 'omoide[http]'") from exc

    def tell(address: str) -> None:
        context.say(_text("http", context.language, address=address))
        sys.stdout.flush()

    opened = Omoide.open(context.options.home, config=context.options.config, beside="thread")
    with opened as home, home.jobs.working():
        serve_doors(home, host=host, port=port, doors=doors or None, tell=tell)


@app.command()
def start(ctx: typer.Context) -> None:
    """Start a server in the background, unless one runs."""
    context: CliContext = ctx.obj
    _tell(context, control.start(context.home))


@app.command()
def status(ctx: typer.Context) -> None:
    """Say whether a server runs, and how it does."""
    context: CliContext = ctx.obj
    _tell(context, control.status(context.home))


@app.command()
def stop(ctx: typer.Context) -> None:
    """End the server in good order; what waits stays on the disk."""
    context: CliContext = ctx.obj
    was_there = control.stop(context.home)
    if context.json:
        context.show({"stopped": was_there})
    else:
        context.say(_text("stopped" if was_there else "none", context.language, home=context.home))


@app.command()
def logs(ctx: typer.Context, lines: Annotated[int, typer.Option(help="Lines of each log.", min=1)] = 20) -> None:
    """Show the last lines of the server's log and of the hooks' log.  Logs never hold what was said."""
    context: CliContext = ctx.obj
    found = {name: _tail(context.home / control.LOGS / name, lines) for name in ("server.log", "hooks.log")}
    if context.json:
        context.show(found)
    elif not any(found.values()):
        context.say(_text("no_log", context.language))
    else:
        for name, tail in found.items():
            context.say("\n".join([f"— {name}", *tail]))


@service.command()
def install(
    ctx: typer.Context, show: Annotated[bool, typer.Option("--print", help="Only print the unit.")] = False
) -> None:
    """Write a systemd user unit (Linux) or a launchd agent (macOS) for the server of this home."""
    context: CliContext = ctx.obj
    unit = login_units.unit_for(sys.platform, home=context.home, python=sys.executable)
    if show:
        typer.echo(unit.text, nl=False)
        return
    unit.path.parent.mkdir(parents=True, exist_ok=True)
    unit.path.write_text(unit.text, encoding="utf-8")
    context.say(_text("unit", context.language, path=unit.path, command=unit.enable))


@service.command()
def uninstall(ctx: typer.Context) -> None:
    """Remove the unit."""
    context: CliContext = ctx.obj
    unit = login_units.unit_for(sys.platform, home=context.home, python=sys.executable)
    was_there = unit.path.exists()
    unit.path.unlink(missing_ok=True)
    key = "unit_gone" if was_there else "unit_none"
    context.say(_text(key, context.language, path=unit.path, command=unit.disable))


def _tell(context: CliContext, known: control.ServerStatus | None) -> None:
    if context.json:
        context.show({"running": known is not None, **({} if known is None else asdict(known))})
    elif known is None:
        context.say(_text("none", context.language, home=context.home))
    else:
        told = {name: value for name, value in asdict(known).items() if name not in ("nights_ahead", "troubles")}
        context.say(_text("running", context.language, minutes=round(known.uptime_seconds / 60), **told))
        if known.set_aside:
            context.say(_text("aside", context.language, set_aside=known.set_aside))
        for each in known.nights_ahead:
            context.say(_text("ahead", context.language, who=each))
        for each in known.troubles:
            context.say(_text("trouble", context.language, who=each))


def _tail(path: Path, lines: int) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:]
    except OSError:
        return []


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
