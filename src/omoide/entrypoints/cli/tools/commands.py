"""`omoide tools list|schema|call`: what a model may call, as it is told of it, and what it would be answered."""

from typing import Annotated

import typer

from omoide.domain.tools.definition import Toolset
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.terminal import json_text
from omoide.entrypoints.cli.tools.words import word

app = typer.Typer(
    help="What a model may call: the tools of the persona, to look at and to try.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Language = Annotated[str | None, typer.Option("--language", help="ja or en; the persona's own without it.")]
ToolsetOption = Annotated[
    Toolset, typer.Option("--toolset", help="persona: its own; default: the eight of MCP clients; all: both.")
]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="Leave out the tools that write.")]


@app.command("list", epilog="Example: omoide tools list; omoide tools list --read-only")
def list_(
    ctx: typer.Context,
    language: Language = None,
    read_only: ReadOnly = False,
    toolset: ToolsetOption = Toolset.PERSONA,
) -> None:
    """Show every tool, what it is for and what it does to the mind."""
    context: CliContext = ctx.obj
    found = context.mind().tools.of(toolset).list(language=language, read_only=read_only)
    if context.json:
        context.show(found)
        return
    rows = [(str(each["name"]), _effect(each, context), str(each["description"])) for each in found]
    headings = [word(key, context.language) for key in ("name", "effect", "what")]
    context.table(rows, headings=headings, spare=(1,))


@app.command(epilog="Example: omoide tools schema --for anthropic recall_memories")
def schema(
    ctx: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(help="Only these tools.")] = None,
    dialect: Annotated[
        str, typer.Option("--for", help="openai (chat completions), openai-responses, anthropic or mcp.")
    ] = "mcp",
    language: Language = None,
    read_only: ReadOnly = False,
    toolset: ToolsetOption = Toolset.PERSONA,
) -> None:
    """Print the tools as JSON, as a provider or an MCP client is told of them."""
    context: CliContext = ctx.obj
    tools = context.mind().tools.of(toolset)
    context.show(tools.render(dialect, language=language, names=names or None, read_only=read_only))


@app.command(epilog='Example: omoide tools call recall_memories \'{"query": "猫の名前"}\'')
def call(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="Name of the tool.")],
    arguments: Annotated[str, typer.Argument(help="Arguments as JSON.")] = "{}",
    session: Annotated[str, typer.Option(help="Session it is called in.")] = "",
    language: Language = None,
    toolset: ToolsetOption = Toolset.ALL,
) -> None:
    """Call a tool as a model would: what it is answered, and the line that the log keeps.  A tool that writes, writes."""
    context: CliContext = ctx.obj
    answer = context.mind().tools.of(toolset).in_session(session).call(name, arguments, language=language)
    if context.json:
        context.show({"answer": answer.data, "announcement": answer.announcement, "is_error": answer.is_error})
    else:
        context.write(json_text(answer.data))
        context.say(answer.announcement)
    if answer.is_error:
        raise typer.Exit(2)


def _effect(tool: dict[str, object], context: CliContext) -> str:
    key = "edits" if tool["destroys"] else "writes" if tool["writes"] else "reads"
    return word(key, context.language)
