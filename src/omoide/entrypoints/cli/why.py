"""`omoide why`: what came to mind for which cue, and why not the rest."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.receipt import RecallCandidate, RecallReceipt
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.why_words import asker_word, word

if TYPE_CHECKING:
    from omoide.domain.recall.receipts.explanation import RecallExplanation

LIST = "list"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(epilog="Example: omoide why; omoide why list --limit 5; omoide why 12; omoide why event:3")(why)


def why(
    ctx: typer.Context,
    which: Annotated[
        str, typer.Argument(help="last, list, the number of a recall, or what came to mind: event:3, mem_….")
    ] = "last",
    limit: Annotated[int, typer.Option(help="With list: at most this many.", min=1, max=5000)] = 20,
    session: Annotated[str | None, typer.Option(help="With list: only those of this session.")] = None,
) -> None:
    """Tell why something came to mind, in the last recall or another that is kept, and why the rest was not shown."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if which == LIST:
        _list(context, mind.recalls(limit=limit, session_id=session), mind.persona)
        return
    told = mind.why(int(which) if which.isdecimal() else which)
    if context.json:
        context.show(_explained(told, mind.persona))
        return
    for line in told.lines:
        context.say(line)


def _list(context: CliContext, found: list[RecallReceipt], persona: Persona) -> None:
    if context.json:
        context.show([receipt_json(each, persona) for each in found])
        return
    if not found:
        context.say(word("none", context.language))
        return
    rows = [
        (
            str(each.id),
            f"{moment.local(each.at, tz=persona.tz):%Y-%m-%d %H:%M}",
            asker_word(each.asked_by, context.language),
            each.session_id,
            str(len(each.shown)),
            f"{each.milliseconds:.0f}",
            each.cue,
        )
        for each in found
    ]
    headings = [word(key, context.language) for key in ("id", "when", "asked_by", "session", "shown", "ms", "cue")]
    context.table(rows, headings=headings, spare=(5, 3, 2), flat=True)


def receipt_json(receipt: RecallReceipt, persona: Persona) -> dict[str, object]:
    """Return a receipt as JSON shows it."""
    return {
        "id": int(receipt.id),
        "at": moment.iso(receipt.at, tz=persona.tz),
        "cue": receipt.cue,
        "asked_by": str(receipt.asked_by),
        "session": receipt.session_id,
        "client": receipt.client_id,
        "plan": receipt.plan,
        "found": receipt.found,
        "milliseconds": receipt.milliseconds,
        "shown": [_candidate_json(each) for each in receipt.shown],
        "not_shown": [_candidate_json(each) for each in receipt.not_shown],
    }


def _explained(told: "RecallExplanation", persona: Persona) -> dict[str, object]:
    return {
        "recall": None if told.receipt is None else receipt_json(told.receipt, persona),
        "about": None if told.about is None else _candidate_json(told.about),
        "text": told.text,
    }


def _candidate_json(candidate: RecallCandidate) -> dict[str, object]:
    return {
        "item": str(candidate.item),
        "score": candidate.score,
        "fate": str(candidate.fate),
        "parts": dict(candidate.parts),
        "words": list(candidate.words),
    }
