"""`omoide topics add|rename|nickname|merge|split|archive|restore`: what is done by hand."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from omoide.entrypoints.cli.dashed import DashedText
from omoide.entrypoints.cli.topics import shown
from omoide.entrypoints.cli.topics.words import word

if TYPE_CHECKING:
    from omoide.domain.topics.topic import Topic
    from omoide.entrypoints.cli.context import CliContext

Which = Annotated[str, typer.Argument(help="A topic's number, name or nickname.", metavar="TOPIC")]
Name = Annotated[str, typer.Argument(help="The new name.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    examples: dict[Callable[..., None], str] = {
        add: 'omoide topics add 料理 --about "作った料理、レシピ"',
        rename: "omoide topics rename 3 健太の膝",
        nickname: "omoide topics nickname 3 膝っこ",
        merge: "omoide topics merge 5 --into 3",
        split: "omoide topics split 3 mem_20260118_001 mem_20260120_002 --name 健太の学校",
        archive: "omoide topics archive 3",
        restore: "omoide topics restore 3",
    }
    for command, example in examples.items():
        app.command(cls=DashedText, epilog=f"Example: {example}")(command)


def add(
    ctx: typer.Context,
    name: Name,
    about: Annotated[str, typer.Option(help="What you mean by it, in a few words.")] = "",
) -> None:
    """Add a topic of your own: what lies near it joins it before any other."""
    topic = ctx.obj.mind().topics.add_fixed(name, description=about)
    _told(ctx.obj, topic, "added")


def rename(ctx: typer.Context, which: Which, name: Name) -> None:
    """Give a topic a name that stays."""
    _told(ctx.obj, ctx.obj.mind().topics.rename(which, name), "renamed")


def nickname(
    ctx: typer.Context, which: Which, name: Annotated[str, typer.Argument(help="Empty: no nickname any more.")]
) -> None:
    """Say what the persona calls a topic."""
    topic = ctx.obj.mind().topics.nickname(which, name)
    _told(ctx.obj, topic, "nicknamed" if topic.nickname else "no_nickname", name=topic.nickname)


def merge(
    ctx: typer.Context, which: Which, into: Annotated[str, typer.Option(help="The topic that takes all members.")]
) -> None:
    """Move every member of a topic into another one; the first is no more."""
    _told(ctx.obj, ctx.obj.mind().topics.merge(which, into=into), "merged")


def split(
    ctx: typer.Context,
    which: Which,
    labels: Annotated[list[str], typer.Argument(help="Members that go, by their ids (`omoide topics show`).")],
    name: Annotated[str, typer.Option(help="What the new topic is called.")],
) -> None:
    """Move some members into a topic of their own."""
    _told(ctx.obj, ctx.obj.mind().topics.split(which, labels, name=name), "merged")


def archive(ctx: typer.Context, which: Which) -> None:
    """Put a topic away: it goes on gathering, but is neither listed nor recalled."""
    _told(ctx.obj, ctx.obj.mind().topics.archive(which), "put_away")


def restore(ctx: typer.Context, which: Which) -> None:
    """Bring back a topic that was put away."""
    _told(ctx.obj, ctx.obj.mind().topics.restore(which), "restored")


def _told(context: "CliContext", topic: "Topic", key: str, **values: str) -> None:
    if context.json:
        context.show(shown.topic_json(topic, context.mind().persona))
        return
    given = {"id": str(topic.id), "name": topic.name, "size": topic.facts.size, **values}
    context.say(word(key, context.language, **given))
