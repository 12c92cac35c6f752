"""`omoide recall`: what comes to mind, and why."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from omoide.domain.personas.persona import Persona
from omoide.domain.recall.recollection import Recollection
from omoide.entrypoints.cli.context import CliContext, plain
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.events import event_json, heading, said
from omoide.entrypoints.cli.words import word


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
) -> None:
    """Say what comes to mind for a cue, the most relevant first; nothing when nothing is relevant."""
    context: CliContext = ctx.obj
    mind = context.mind()
    hits = mind.recall(
        cue, limit=limit, since=since, until=until, as_of=as_of, sources=source or (), session_id=session
    )
    if context.json:
        context.show({"cue": cue, "persona": mind.persona.name, "hits": [hit_json(hit, mind.persona) for hit in hits]})
    elif not hits:
        context.say(word("nothing", mind.persona.language))
    else:
        for hit in hits:
            context.say(shown(hit, mind.persona))
    if not context.json and (waiting := mind.index_status()[0].pending):
        context.say(Text(word("behind", context.language, count=waiting), style="yellow"))


def shown(hit: Recollection, persona: Persona) -> Text:
    """Return a recollection for people."""
    why = plain(f"{hit.score:.2f}  {hit.why.sentence(persona.language)}")
    why.stylize("dim")
    since = "" if hit.outdated_by is None else word("outdated", persona.language, by=hit.outdated_by) + "\n"
    return Text.assemble(
        (heading(hit.event, persona), "bold"), "\n", (since, "yellow"), said(hit.event), "\n", why, "\n"
    )


def hit_json(hit: Recollection, persona: Persona) -> dict[str, object]:
    """Return a recollection as JSON shows it."""
    return {
        "event": event_json(hit.event, persona),
        "score": round(hit.score, 4),
        "why": {**asdict(hit.why), "sentence": hit.why.sentence(persona.language)},
        "outdated_by": hit.outdated_by,
        "before": [event_json(event, persona) for event in hit.before],
        "after": [event_json(event, persona) for event in hit.after],
    }
