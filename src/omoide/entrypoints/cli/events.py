"""`omoide observe` and `omoide log`: turns in, turns out."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import CHAT, Event, Turn, origin_named
from omoide.domain.personas.persona import Persona
from omoide.domain.text.printable import label
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext, as_json, plain
from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.words import word
from omoide.errors import InvalidInput

_FIELDS = (
    "user",
    "assistant",
    "source",
    "client_id",
    "session_id",
    "image_summaries",
    "idempotency_key",
    "at",
    "origin",
)
_BATCH = 200


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        cls=DashedText,
        epilog='Examples: omoide observe "猫の名前はモモだよ" --assistant "覚えたよ"\n\n'
        '          omoide observe --complete 12 --assistant "…"        omoide observe --from turns.jsonl',
    )(observe)
    app.command(epilog="Example: omoide log --since 2026-03-01 --grep モモ --limit 20")(log)


def observe(
    ctx: typer.Context,
    user: Annotated[str, typer.Argument(help="What the user said.")] = "",
    assistant: Annotated[str | None, typer.Option(help="The answer; without it the turn stays open.")] = None,
    at: Annotated[str | None, typer.Option(help="When it happened, ISO 8601 (local without an offset).")] = None,
    session: Annotated[str, typer.Option(help="Session id.")] = "",
    client: Annotated[str, typer.Option(help="Client id.")] = "",
    source: Annotated[str, typer.Option(help="chat, notification, vision, reminder, hook, import …")] = CHAT,
    origin: Annotated[
        str | None, typer.Option(help="Whose words they are: owner, persona, tool, web, document, import.")
    ] = None,
    image: Annotated[list[str] | None, typer.Option(help="Description of an image; may be repeated.")] = None,
    key: Annotated[str | None, typer.Option(help="Idempotency key: the same key is kept once.")] = None,
    complete: Annotated[int | None, typer.Option(help="Complete the open turn with this event id.")] = None,
    from_: Annotated[str | None, typer.Option("--from", help="JSON lines with turns; - is standard input.")] = None,
) -> None:
    """Keep a turn, complete an open one, or keep many from a file of JSON lines."""
    context: CliContext = ctx.obj
    mind = context.mind()
    if from_ is not None:
        count, erased = _observe_file(context, from_)
        if context.json:
            context.show({"kept": count, "erased": erased})
        else:
            context.say(word("kept_many", context.language, count=count))
            if erased:
                context.say(word("erased_before", context.language, count=erased))
        return
    if complete is not None:
        event = mind.complete(complete, assistant=assistant or "", at=at)
    else:
        turn = Turn(user, assistant, source, client, session, tuple(image or ()), key, origin_named(origin))
        event = mind.observe_many([(turn, at)])[0]
    if context.json:
        context.show(event_json(event, mind.persona))
    else:
        context.say(word("kept" if complete is None else "completed", context.language, id=event.id))


def log(
    ctx: typer.Context,
    session: Annotated[str | None, typer.Option(help="Only this session.")] = None,
    since: Annotated[str | None, typer.Option(help="From this time on.")] = None,
    until: Annotated[str | None, typer.Option(help="Before this time.")] = None,
    grep: Annotated[str, typer.Option(help="Only turns that hold this text.")] = "",
    source: Annotated[list[str] | None, typer.Option(help="Only this source; may be repeated.")] = None,
    limit: Annotated[int, typer.Option(help="At most this many, the newest; 0 = all.", min=0)] = 50,
) -> None:
    """Show what happened, in order of time.  Looking is not recalling: nothing is strengthened."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.log(
        since=since, until=until, session_id=session, sources=source or (), contains=grep, limit=limit or None
    )
    if context.json:
        context.show([event_json(event, mind.persona) for event in found])
        return
    if not found:
        context.say(word("no_events", context.language))
    for event in found:
        context.say(Text.assemble((heading(event, mind.persona), "bold"), "\n", said(event)))


def heading(event: Event, persona: Persona) -> str:
    """Return the line above a turn."""
    when = moment.local(event.created, tz=persona.tz).strftime("%Y-%m-%d %H:%M")
    whose = "" if event.origin.is_owners_word else word(f"origin_{event.origin}", persona.language)
    labels = [each for each in (event.session_id, "" if event.source == CHAT else event.source, whose) if each]
    return f"#{event.id}  {when}" + "".join(f"  [{label(each)}]" for each in labels)


def said(event: Event) -> Text:
    """Return both sides of a turn for people, without what nobody said; `--json` shows the log letter by letter."""
    event = shown_event(event)
    lines = [f"▸ {event.user}" if event.user else "", f"◂ {event.assistant}" if event.assistant else ""]
    lines += [f"▫ {summary}" for summary in event.image_summaries]
    lines += [] if event.is_complete else ["◂ …"]
    return plain("\n".join(line for line in lines if line))


def event_json(event: Event, persona: Persona) -> dict[str, object]:
    """Return an event as JSON shows it."""
    return {
        "id": event.id,
        "created": moment.iso(event.created, tz=persona.tz),
        "source": event.source,
        "origin": event.origin.value,
        "client_id": event.client_id,
        "session_id": event.session_id,
        "user": event.user,
        "assistant": event.assistant,
        **as_json(image_summaries=list(event.image_summaries) or None),
    }


def _observe_file(context: CliContext, name: str) -> tuple[int, int]:
    """Keep the turns of a file; return how many were kept, and how many are copies of erased ones."""
    mind = context.mind()
    count = erased = 0
    turns = _turns(name)
    while waiting := list(islice(turns, _BATCH)):
        fresh = mind.without_erased(waiting)
        count += len(mind.observe_many(fresh))
        erased += len(waiting) - len(fresh)
    return count, erased


def _turns(name: str) -> Iterator[tuple[Turn, str | None]]:
    for number, line in enumerate(_lines(name), start=1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
        except ValueError as exc:
            raise InvalidInput(f"line {number} of {name} is not JSON; each line is one turn as a JSON object") from exc
        if not isinstance(given, dict) or (unknown := set(given) - set(_FIELDS)):
            wrong = f"has unknown fields {sorted(unknown)}" if isinstance(given, dict) else "is not a JSON object"
            raise InvalidInput(f"line {number} of {name} {wrong}; a turn may have {', '.join(_FIELDS)}")
        try:
            at = given.pop("at", None)
            images = tuple(given.pop("image_summaries", ()))
            whose = origin_named(given.pop("origin", None))
            turn = Turn(**given, image_summaries=images, given_origin=whose)
        except TypeError as exc:
            raise InvalidInput(f"line {number} of {name} is not a turn: {exc}") from exc
        if not all(isinstance(value, str | None) for value in (*given.values(), *images, at)):
            raise InvalidInput(f"line {number} of {name} holds something that is not text")
        yield turn, at


def _lines(name: str) -> Iterator[str]:
    if name == "-":
        yield from sys.stdin
        return
    try:
        with Path(name).open(encoding="utf-8-sig") as file:
            yield from file
    except OSError as exc:
        raise InvalidInput(f"{name} cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise InvalidInput(f"{name} is not UTF-8 text; convert it first") from exc
