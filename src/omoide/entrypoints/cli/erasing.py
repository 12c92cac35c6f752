"""`omoide erase`: what goes out for good.  What can come back is archived instead: `omoide memories archive`."""

from dataclasses import asdict
from typing import Annotated

import typer

from omoide.domain.text.language import Language
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.wording import told
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.server import control
from omoide.errors import InvalidInput
from omoide.usecases.events.erase import ErasureReport

_TEXTS = {
    "erased": (
        "Erased {events:turn|turns} and all that was made of what was said: {rows}.",
        "{events} ターンと、そこから作られたすべてを消しました: {rows}。",
    ),
    "clean": (
        "Looked for {count:piece|pieces} of what was said: none is left in this home.",
        "発言の断片 {count} 件を探しましたが、このホームには残っていません。",
    ),
    "left": ("Pieces of it are still found in: {where}", "まだ残っている場所: {where}"),
    "session_sure": (
        "Erase session {session} of {persona} for good?",
        "{persona} のセッション {session} を完全に消しますか？",
    ),
    "memory_sure": ("Erase {id} for good: {text}?", "{id} を完全に消しますか？ {text}"),
    "memory_erased": (
        "{id} is gone for good; the turn it was made of stays in the log",
        "{id} を完全に消しました（元の会話は記録に残ります）",
    ),
}


def register(root: typer.Typer) -> None:
    """Add the command."""
    root.command(
        epilog="Examples: omoide erase --session 00893aaf-19fa-41d2-8238-13269b9b3ca0\n\n"
        "          omoide erase --memory mem_20260118_001"
    )(erase)


def erase(
    ctx: typer.Context,
    session: Annotated[str, typer.Option(help="A session: its turns, and all that was made of them.")] = "",
    memory: Annotated[str, typer.Option(help="A memory; the turn it was made of stays in the log.")] = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Erase a session or a memory for good, with every vector and word of it.  This cannot be undone."""
    context: CliContext = ctx.obj
    if bool(session) == bool(memory):
        raise InvalidInput("say what is to be erased: either --session ID or --memory ID")
    if memory:
        _erase_memory(context, context.mind(), memory, yes=yes)
    else:
        _erase_session(context, _mind_of_sessions(context), session, yes=yes)


def _erase_memory(context: CliContext, mind: Mind, name: str, *, yes: bool) -> None:
    found = mind.memories.get(name)
    if not yes and not context.json:
        question = _text("memory_sure", context.language, id=found.label, text=found.trigger[:60])
        typer.confirm(question, abort=True)
    control.stop(context.home)  # it holds in memory what is about to go; the next hook starts another
    mind.memories.erase(name)
    if context.json:
        context.show({"erased": found.label})
    else:
        context.say(_text("memory_erased", context.language, id=found.label))


def _erase_session(context: CliContext, mind: Mind, session: str, *, yes: bool) -> None:
    if not yes and not context.json:
        question = _text("session_sure", context.language, session=session, persona=mind.persona.name)
        typer.confirm(question, abort=True)
    control.stop(context.home)
    _tell(context, mind.host.erase_session(session))


def _tell(context: CliContext, report: ErasureReport) -> None:
    if context.json:
        context.show({**asdict(report), "rows": dict(report.rows)})
        return
    rows = ", ".join(f"{name} {count}" for name, count in report.rows)
    context.say(_text("erased", context.language, events=report.events, rows=rows))
    key = "left" if report.left_in else "clean"
    context.say(_text(key, context.language, count=report.searched_for, where=", ".join(report.left_in)))


def _mind_of_sessions(context: CliContext) -> Mind:
    """Return the mind that is meant; of several, unnamed, the one that hears the host's sessions."""
    opened = context.open()
    hears = None if context.persona else opened.known_mind_for_project("")
    return hears if hears is not None and len(opened.personas()) > 1 else context.mind()


def _text(key: str, language: Language, **values: object) -> str:
    return told(_TEXTS[key], language, values)
