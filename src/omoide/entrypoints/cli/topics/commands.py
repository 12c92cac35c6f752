"""`omoide topics update|list|show|recall`."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.topics import shown
from omoide.entrypoints.cli.topics.edits import register
from omoide.entrypoints.cli.topics.words import word

if TYPE_CHECKING:
    from omoide.entrypoints.cli.context import CliContext

app = typer.Typer(help="What is spoken of again and again.", no_args_is_help=False, rich_markup_mode=None)
Which = Annotated[str, typer.Argument(help="A topic's number, name or nickname.", metavar="TOPIC")]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show which topics there are when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_topics, ctx)


@app.command(epilog="Example: omoide topics update")
def update(ctx: typer.Context) -> None:
    """Sort memories and told days that are new into topics; after a night it happens by itself."""
    context: CliContext = ctx.obj
    report = context.mind().topics.update()
    counts = {"looked_at": report.looked_at, "joined": report.joined}
    if context.json:
        context.show({**counts, "born": report.born, "told": report.told, "fell_back": report.fell_back})
        return
    if report.looked_at or report.told:
        context.say(word("updated", context.language, **counts, born=len(report.born), told=len(report.told)))
    else:
        context.say(word("nothing", context.language))
    if report.fell_back:
        context.say(word("fell_back", context.language, count=len(report.fell_back)))


@app.command("list", epilog="Example: omoide topics list --all")
def list_topics(
    ctx: typer.Context, every: Annotated[bool, typer.Option("--all", help="Also topics that were put away.")] = False
) -> None:
    """Show the topics, the largest first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.topics.list(archived=every)
    if context.json:
        context.show([shown.topic_json(topic, mind.persona) for topic in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        shown.tabled(context, found, mind.persona)


@app.command(epilog="Example: omoide topics show 3 --limit 20")
def show(
    ctx: typer.Context,
    which: Which,
    limit: Annotated[int, typer.Option(help="At most this many memories and as many days.", min=0)] = 20,
) -> None:
    """Show a topic with what its summary rests on, and its members, the newest first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    topic, members = mind.topics.get(which), mind.topics.members(which, limit=limit)
    if context.json:
        told = [shown.member_json(member, mind.persona) for member in members]
        context.show({**shown.topic_json(topic, mind.persona), "members": told})
    else:
        shown.whole(context, topic, members, mind.persona)


@app.command(cls=DashedText, epilog='Example: omoide topics recall "健太の膝はどうなった？"')
def recall(
    ctx: typer.Context,
    cue: Annotated[str, typer.Argument(help="What is spoken of.")],
    limit: Annotated[int | None, typer.Option(help="At most this many (topics.most_recalled).", min=1)] = None,
) -> None:
    """Show the topics that a cue is about, the nearest first; nothing where none is near."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.topics.recall(cue, limit=limit)
    if context.json:
        context.show(
            [
                {**shown.topic_json(each.topic, mind.persona), "similarity": each.similarity, "named": each.is_named}
                for each in found
            ]
        )
    elif not found:
        context.say(word("nothing_near", context.language))
    for each in [] if context.json else found:
        context.say(f"{word('similarity', context.language)} {each.similarity:.2f}")
        shown.whole(context, each.topic, (), mind.persona)


register(app)
