"""`omoide persona add|list|show|set`."""

from typing import Annotated

import typer

from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.words import word

app = typer.Typer(help="Personas: whose memory it is.", no_args_is_help=True, rich_markup_mode=None)

LanguageOption = Annotated[str | None, typer.Option(help="ja or en; without it, that of what is first said.")]
TimezoneOption = Annotated[str | None, typer.Option(help="IANA name, such as Asia/Tokyo.")]


@app.command(epilog="Example: omoide persona add haru --language ja --timezone Asia/Tokyo")
def add(ctx: typer.Context, name: str, language: LanguageOption = None, timezone: TimezoneOption = None) -> None:
    """Make a persona."""
    context: CliContext = ctx.obj
    persona = context.open().add_persona(name, language=language, timezone=timezone)
    if context.json:
        context.show(persona_json(persona))
    else:
        context.say(word("persona_added", context.language, name=persona.name))


@app.command("list", epilog="Example: omoide persona list --json")
def list_(ctx: typer.Context) -> None:
    """List the personas of this home."""
    context: CliContext = ctx.obj
    found = context.open().personas()
    if context.json:
        context.show([persona_json(persona) for persona in found])
    elif not found:
        context.say(word("no_personas", context.language))
    else:
        _table(context, found)


@app.command(epilog="Example: omoide persona show haru")
def show(ctx: typer.Context, name: Annotated[str | None, typer.Argument()] = None) -> None:
    """Show one persona and its own settings."""
    context: CliContext = ctx.obj
    mind = context.open().mind(name) if name else context.mind()
    if context.json:
        context.show({**persona_json(mind.persona), "settings": mind.settings()})
        return
    _table(context, [mind.persona])
    for key, value in mind.settings().items():
        context.say(f"  {key} = {value}")


@app.command("set", epilog="Example: omoide persona set haru --timezone Europe/Dublin")
def set_(
    ctx: typer.Context,
    name: str,
    language: LanguageOption = None,
    timezone: TimezoneOption = None,
    rename: Annotated[str | None, typer.Option(help="New name.")] = None,
) -> None:
    """Change a persona's name, language or time zone."""
    context: CliContext = ctx.obj
    persona = context.open().mind(name).change(name=rename, language=language, timezone=timezone)
    if context.json:
        context.show(persona_json(persona))
    else:
        context.say(word("persona_changed", context.language, name=persona.name))


def persona_json(persona: Persona) -> dict[str, object]:
    """Return a persona as JSON shows it."""
    return {
        "name": persona.name,
        "language": persona.language.value,
        "is_language_open": persona.is_language_open,
        "timezone": persona.timezone,
        "created": moment.iso(persona.created, tz=persona.tz),
    }


def _table(context: CliContext, found: list[Persona]) -> None:
    rows = [
        (persona.name, _language(context, persona), persona.timezone, moment.iso(persona.created, tz=persona.tz))
        for persona in found
    ]
    headings = [word(key, context.language) for key in ("name", "language", "timezone", "since")]
    context.table(rows, headings=headings, texts=(0,), spare=(3,))


def _language(context: CliContext, persona: Persona) -> str:
    named = persona.language.value
    return word("language_open", context.language, named=named) if persona.is_language_open else named
