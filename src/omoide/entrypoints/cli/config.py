"""`omoide config`: see every setting and where it came from, and change it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Protocol, cast

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from omoide import config
from omoide.config import editing, text
from omoide.config.configuration import Configuration, SettingEntry
from omoide.config.environment import system_language
from omoide.config.keys import keys as every_key
from omoide.domain.text.language import Language
from omoide.entrypoints.cli.terminal import json_text
from omoide.errors import InvalidSetting


class PersonaSettings(Protocol):
    """What these commands need of an opened Omoide."""

    def settings_of(self, persona: str) -> Mapping[str, str]:
        """Return the settings the persona has of its own."""
        ...

    def set_setting(self, persona: str, key: str, value: str | None) -> None:
        """Keep one setting of the persona; None takes it away."""
        ...


class ConfigContext(Protocol):
    """What the main command puts into `ctx.obj`.  A `config_file` attribute, where there is one, is `--config`."""

    home: Path
    json: bool
    persona: str | None
    console: Console

    def open(self) -> PersonaSettings:
        """Open the data home."""
        ...


app = typer.Typer(
    name="config",
    help="See and change settings.  設定を見る・変える",
    no_args_is_help=True,
    epilog="Example: omoide config set retrieval.top_k 7",
)

WORDS = {
    Language.EN: {
        "key": "key",
        "value": "value",
        "origin": "from",
        "about": "what it is for",
        "general": "general",
        "set": "{key} = {value} (written to {where})",
        "unset": "{key} is back to {value} (removed from {where})",
        "absent": "{key} was not set in {where}; its value is {value}",
        "shadowed": "note: {origin} overrides it; the value in force is {value}",
        "everyone": "note: this holds for every persona; add --persona {persona} after the command for {persona} alone",
        "nothing": "every value is the default",
    },
    Language.JA: {
        "key": "キー",
        "value": "値",
        "origin": "由来",
        "about": "説明",
        "general": "全般",
        "set": "{key} = {value}（{where} に書きました）",
        "unset": "{key} を {value} に戻しました（{where} から削除）",
        "absent": "{key} は {where} にありません。現在の値は {value} です",
        "shadowed": "注意：{origin} が優先され、有効な値は {value} です",
        "everyone": "注意：すべての人格に効きます。{persona} だけに効かせるには、末尾に --persona {persona} を付けます",
        "nothing": "すべて既定値です",
    },
}


def _complete(incomplete: str) -> list[tuple[str, str]]:
    return [(key.name, key.en) for key in every_key() if key.name.startswith(incomplete)]


KeyArgument = Annotated[
    str, typer.Argument(metavar="KEY", help="Dotted name, such as retrieval.top_k.", autocompletion=_complete)
]
PersonaOption = Annotated[str | None, typer.Option("--persona", metavar="NAME", help="This persona's own settings.")]


@app.command(
    epilog="Examples: omoide config show · omoide config show retrieval --origin · omoide config show --changed"
)
def show(
    ctx: typer.Context,
    section: Annotated[str | None, typer.Argument(metavar="[SECTION]", help="Only this section.")] = None,
    *,
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value came from.")] = False,
    changed: Annotated[bool, typer.Option("--changed", help="Only values that are not the default.")] = False,
    persona: PersonaOption = None,
) -> None:
    """Show settings, their values and what they are for."""
    context = _context(ctx)
    configuration = _configuration(context, persona or context.persona)
    entries = [
        entry
        for entry in configuration.entries(section)
        if not changed or entry.origin.layer is not config.Layer.DEFAULT
    ]
    if context.json:
        _print_json(context, [_as_json(entry, configuration.language) for entry in entries])
    elif entries:
        _show(context, entries, configuration.language, with_origin=origin)
    else:
        context.console.print(WORDS[configuration.language]["nothing"])


@app.command(epilog="Example: omoide config get retrieval.top_k")
def get(ctx: typer.Context, key: KeyArgument, *, persona: PersonaOption = None) -> None:
    """Print the value in force of one setting."""
    context = _context(ctx)
    configuration = _configuration(context, persona or context.persona)
    entry = configuration.entry(key)
    if context.json:
        _print_json(context, _as_json(entry, configuration.language))
    else:
        _print(context, text.write(entry.value))


@app.command(
    "set",
    context_settings={"ignore_unknown_options": True},
    epilog="""Examples: omoide config set retrieval.top_k 7 ·
    omoide config set retrieval.neighbours 2 --persona haru ·
    omoide config set levels '{"level1_threshold": 60, "level2_threshold": 30}'""",
)
def set_value(
    ctx: typer.Context,
    key: KeyArgument,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="The new value; a JSON object for a whole section.")],
    *,
    persona: PersonaOption = None,
) -> None:
    """Change a setting in the configuration file, or for one persona."""
    context = _context(ctx)
    if persona is None:
        where = str(editing.set_in_file(context.home, key, value, file=_file(context)))
    else:
        where = _set_for_persona(context, persona, {key: value})
    _report(context, "set", key, where=where, persona=persona)


@app.command(epilog="Example: omoide config unset retrieval.top_k")
def unset(ctx: typer.Context, key: KeyArgument, *, persona: PersonaOption = None) -> None:
    """Go back to what holds without this setting."""
    context = _context(ctx)
    if persona is None:
        path = _file(context)
        found, where = editing.unset_in_file(context.home, key, file=path), str(path)
    else:
        found, where = _unset_for_persona(context, persona, key), persona
    _report(context, "unset" if found else "absent", key, where=where, persona=persona)


@app.command()
def path(ctx: typer.Context) -> None:
    """Print the path of the configuration file."""
    context = _context(ctx)
    file = _file(context)
    if context.json:
        _print_json(context, {"home": str(context.home), "file": str(file), "exists": file.exists()})
    else:
        _print(context, str(file))


def _context(ctx: typer.Context) -> ConfigContext:
    return cast(ConfigContext, ctx.obj)


def _file(context: ConfigContext) -> Path:
    return config.resolve_file(context.home, getattr(context, "config_file", None))[0]


def _configuration(context: ConfigContext, persona: str | None) -> Configuration:
    configuration = config.load(context.home, file=getattr(context, "config_file", None))
    return configuration.for_persona(context.open().settings_of(persona)) if persona else configuration


def _set_for_persona(context: ConfigContext, persona: str, changes: Mapping[str, str]) -> str:
    store = context.open()
    leaves = config.expanded(changes)
    # Checked with all the others before anything is kept: a persona must never be left with settings it cannot load.
    _configuration(context, None).for_persona({**store.settings_of(persona), **leaves})
    for name, value in leaves.items():
        store.set_setting(persona, name, value)
    return persona


def _unset_for_persona(context: ConfigContext, persona: str, key: str) -> bool:
    store = context.open()
    own = store.settings_of(persona)
    gone = [name for name in own if name == key or name.startswith(f"{key}.")]
    if not gone:
        list(_configuration(context, None).entries(key))
    for name in gone:
        store.set_setting(persona, name, None)
    return bool(gone)


def _report(context: ConfigContext, outcome: str, key: str, *, where: str, persona: str | None) -> None:
    """Say what was done, and what is in force now, when something else overrides it."""
    try:
        configuration = _configuration(context, persona)
        entries = list(configuration.entries(key))
    except InvalidSetting:
        # The file may still hold other mistakes while they are taken back one by one.
        _print(context, WORDS[system_language()][outcome].format(key=key, value="…", where=where))
        return
    if context.json:
        _print_json(context, [_as_json(entry, configuration.language) for entry in entries])
        return
    words = WORDS[configuration.language]
    wanted = config.Layer.PERSONA if persona else config.Layer.FILE
    for entry in entries:
        value = text.write(entry.value)
        if outcome != "set" or entry.origin.layer is wanted:
            _print(context, words[outcome].format(key=entry.key.name, value=value, where=where))
        elif entry.origin.layer is config.Layer.ENVIRONMENT:
            _print(context, words["shadowed"].format(origin=entry.origin, value=value))
    if persona is None and context.persona is not None and outcome == "set":
        _print(context, words["everyone"].format(persona=context.persona))


def _show(context: ConfigContext, entries: Iterable[SettingEntry], language: Language, *, with_origin: bool) -> None:
    """Print one table a section, under the section's name and purpose; only the first has a header."""
    by_section: dict[str, list[SettingEntry]] = {}
    for entry in entries:
        top, separator, _ = entry.key.name.partition(".")
        by_section.setdefault(top if separator else "", []).append(entry)
    for number, (section, members) in enumerate(by_section.items()):
        context.console.print(_heading(section, language))
        table = _table(language, with_origin=with_origin, with_header=number == 0)
        for entry in members:
            table.add_row(*_row(entry, language, with_origin=with_origin))
        context.console.print(table)
        context.console.print()


def _heading(section: str, language: Language) -> Text:
    if not section:
        return Text(WORDS[language]["general"], style="bold")
    heading = config.headings()[section]
    about = heading.ja if language is Language.JA else heading.en
    return Text.assemble((f"[{section}]", "bold cyan"), "  ", (about, "dim"))


def _table(language: Language, *, with_origin: bool, with_header: bool) -> Table:
    table = Table(box=None, expand=True, padding=(0, 2, 0, 0), show_header=with_header, header_style="dim")
    widths = {"key": 3, "value": 2, "origin": 3, "about": 4}
    for name, ratio in widths.items():
        if name != "origin" or with_origin:
            table.add_column(WORDS[language][name], overflow="fold", ratio=ratio)
    return table


def _row(entry: SettingEntry, language: Language, *, with_origin: bool) -> list[Text]:
    is_default = entry.origin.layer is config.Layer.DEFAULT
    cells = [
        Text(entry.key.name.partition(".")[2] or entry.key.name),
        Text(text.write(entry.value), style="" if is_default else "bold green"),
    ]
    if with_origin:
        cells.append(Text(str(entry.origin), style="dim" if is_default else ""))
    return [*cells, Text(entry.key.ja if language is Language.JA else entry.key.en, style="dim")]


def _as_json(entry: SettingEntry, language: Language) -> dict[str, Any]:
    key, origin = entry.key, entry.origin
    return {
        "key": key.name,
        "value": entry.value,
        "origin": {"layer": origin.layer.value, "place": origin.place or None, "line": origin.line},
        "type": key.type,
        "default": key.default,
        "allowed": key.allowed,
        "variable": key.variable,
        "description": key.ja if language is Language.JA else key.en,
    }


def _print_json(context: ConfigContext, value: object) -> None:
    _print(context, json_text(value))


def _print(context: ConfigContext, line: str) -> None:
    context.console.print(line, markup=False, highlight=False, soft_wrap=True)
