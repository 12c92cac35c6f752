"""`omoide spool`: what hooks left and could not be taken in."""

import typer

from omoide.bootstrap.host_files import spool_in
from omoide.domain.hosts.spool_record import AsideRecord
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.entrypoints.server import control

app = typer.Typer(
    help="Events of hooks that could not be taken in.  They lie aside, and nothing waits for them.",
    epilog="Examples: omoide spool show        omoide spool retry",
    no_args_is_help=True,
)
_TEXTS = {
    "none": ("Nothing lies aside.", "別に置かれた記録はありません。"),
    "back": (
        "{count:event is|events are} tried again by the server, at the next hook or `omoide serve start`.",
        "{count} 件の記録を戻しました。次のフックか omoide serve start のときにもう一度取り込みます。",
    ),
    "file": ("file", "ファイル"),
    "when": ("set aside", "置いた時刻"),
    "why": ("why", "理由"),
    "no_record": ("it holds no event", "記録として読めません"),
    "transcript": ("its session log cannot be read", "セッションログを読めません"),
    "turns": ("some of its turns could not be kept", "一部のターンを保存できませんでした"),
    "other": ("unexpected: {kind}; see `omoide serve logs`", "予期しない問題: {kind}（omoide serve logs を参照）"),
}


@app.command()
def show(ctx: typer.Context) -> None:
    """List what lies aside: its file, since when, and why.  Nothing that was said is shown."""
    context: CliContext = ctx.obj
    aside = spool_in(context.home / control.SPOOL).aside()
    if context.json:
        context.show([_json(each, context) for each in aside])
    elif not aside:
        context.say(_text("none", context.language))
    else:
        rows = [(each.name, _when(each, context), _why(each, context.language)) for each in aside]
        context.table(rows, headings=[_text(key, context.language) for key in ("file", "when", "why")], texts=(2,))


@app.command()
def retry(ctx: typer.Context) -> None:
    """Put back everything that lies aside, to be tried again."""
    context: CliContext = ctx.obj
    count = spool_in(context.home / control.SPOOL).retry()
    if context.json:
        context.show({"retried": count})
    else:
        context.say(_text("back" if count else "none", context.language, count=count))


def _json(aside: AsideRecord, context: CliContext) -> dict[str, str]:
    return {"file": aside.name, "at": _when(aside, context), "why": aside.why}


def _when(aside: AsideRecord, context: CliContext) -> str:
    return moment.iso(aside.at, tz=moment.zone(context.configuration.timezone))


def _why(aside: AsideRecord, language: Language) -> str:
    known = aside.why in ("no_record", "transcript", "turns")
    return _text(aside.why, language) if known else _text("other", language, kind=aside.why)


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
