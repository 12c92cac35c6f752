"""`omoide recall`: what comes to mind, and why."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from omoide.domain.personas.persona import Persona
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.recollection import Recollection
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext, plain
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.events import event_json, heading, said
from omoide.entrypoints.cli.words import word

LONGEST_BESIDE = 120
"""Characters of what is shown beside a recollection."""
_KINDS = ", ".join(RecollectionKind)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=DashedText, epilog='Example: omoide recall "うちの猫、なんて名前だっけ" --limit 3')(recall)


def recall(
    ctx: typer.Context,
    cue: Annotated[str, typer.Argument(help="A question, a name, a few words.")],
    limit: Annotated[int | None, typer.Option(help="At most this many (default: retrieval.most_turns).", min=1)] = None,
    since: Annotated[str | None, typer.Option(help="Only what happened from this time on.")] = None,
    until: Annotated[str | None, typer.Option(help="Only what happened before this time.")] = None,
    as_of: Annotated[str | None, typer.Option(help="As it would have been at this time.")] = None,
    source: Annotated[list[str] | None, typer.Option(help="Only this source; may be repeated.")] = None,
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help=f"Only this kind ({_KINDS}); may be repeated.")] = None,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Read more of what was said together with the cue, and in full: slower, better."),
    ] = False,
) -> None:
    """Say what comes to mind for a cue, the most relevant first; nothing when nothing is relevant."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.recalled(
        cue,
        limit=limit,
        since=since,
        until=until,
        as_of=as_of,
        sources=source or (),
        session_id=session,
        kinds=kind,
        deep=deep,
    )
    if context.json:
        hits = [hit_json(hit, mind.persona) for hit in found.recollections]
        context.show({"cue": cue, "persona": mind.persona.name, "intent": found.plan.intent.value, "hits": hits})
    elif not found.recollections:
        context.say(word("nothing", mind.persona.language))
    else:
        if all(hit.near_only for hit in found.recollections):
            context.say(Text(word("near_only", mind.persona.language), style="yellow"))
        for hit in found.recollections:
            context.say(shown(hit, mind.persona))
    if not context.json and (waiting := mind.index_status()[0].pending):
        context.say(Text(word("behind", context.language, count=waiting), style="yellow"))


def shown(hit: Recollection, persona: Persona) -> Text:
    """Return a recollection for people."""
    why = plain(f"{hit.score:.2f}  {hit.why.sentence(persona.language)}")
    why.stylize("dim")
    since = "" if hit.outdated_by is None else word("outdated", persona.language, by=hit.outdated_by) + "\n"
    marks = f"{' ★' if hit.is_moving else ''}{' 🆕' if hit.is_new else ''}"
    kind = word(f"kind_{hit.kind}", persona.language)
    if hit.turn is not None:
        head, body = heading(hit.turn, persona), said(hit.turn)
    else:
        head, body = _named(hit, persona), plain(hit.text)
    beside = [f"{word(f'kind_{each.kind}', persona.language)}: {_first_line(each.text)}" for each in hit.beside]
    if hit.turn is not None and hit.memory is not None:
        beside.insert(0, f"{hit.memory.label} L{int(hit.memory.current_level)}: {_first_line(hit.memory.text)}")
    lines = [plain(f"   {line}\n") for line in beside]
    return Text.assemble((f"{head}  {kind}{marks}", "bold"), "\n", (since, "yellow"), body, "\n", *lines, why, "\n")


def hit_json(hit: Recollection, persona: Persona) -> dict[str, object]:
    """Return a recollection as JSON shows it."""
    return {
        "kind": hit.kind.value,
        "key": hit.key,
        "text": hit.text,
        "label": None if hit.thing is None else hit.thing.label,
        "memory": None if hit.memory is None else hit.memory.label,
        "event": None if hit.turn is None else event_json(hit.turn, persona),
        "score": round(hit.score, 4),
        "why": {**asdict(hit.why), "sentence": hit.why.sentence(persona.language)},
        "outdated_by": hit.outdated_by,
        "near_only": hit.near_only,
        "is_moving": hit.is_moving,
        "is_new": hit.is_new,
        "before": [event_json(event, persona) for event in hit.before],
        "after": [event_json(event, persona) for event in hit.after],
        "beside": [{"kind": each.kind.value, "key": each.key, "text": each.text} for each in hit.beside],
        "stands_for": [event_json(event, persona) for each in hit.stands_for for event in each.events],
    }


def _named(hit: Recollection, persona: Persona) -> str:
    """Return by what something that is no turn is known, and when it was."""
    label = hit.thing.label if hit.thing is not None else hit.memory.label if hit.memory is not None else hit.key
    at = hit.thing.at if hit.thing is not None else hit.memory.created if hit.memory is not None else None
    when = "" if at is None else f"  {moment.day(at, tz=persona.tz).isoformat()}"
    return str(plain(label)) + when


def _first_line(text: str) -> str:
    return one_line(text, longest=LONGEST_BESIDE)
