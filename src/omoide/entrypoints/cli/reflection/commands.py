"""`omoide dreams list|show|reflect|history|remove|export`."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.reflection.insight import Insight
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.reflection.words import level_word, word

if TYPE_CHECKING:
    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext

LONGEST_LISTED = 140
app = typer.Typer(
    help="What the persona makes of its days at night: the dream diary.", no_args_is_help=False, rich_markup_mode=None
)
Which = Annotated[int, typer.Argument(help="An entry's number.", metavar="ENTRY")]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show the newest entries when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_dreams, ctx, limit=10)


@app.command("list", epilog="Example: omoide dreams list --limit 30")
def list_dreams(ctx: typer.Context, limit: Annotated[int, typer.Option(help="At most this many.", min=0)] = 10) -> None:
    """Show the dream diary, the newest first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.dreams.list(limit=limit)
    if context.json:
        context.show([insight_json(each, mind.persona) for each in found])
        return
    if not found:
        context.say(word("none", context.language))
        return
    rows = [
        (
            str(each.id),
            "" if each.day is None else each.day.isoformat(),
            level_word(each.level, context.language),
            each.trigger_topic,
            one_line(each.text, longest=LONGEST_LISTED),
        )
        for each in found
    ]
    headings = [word(key, context.language) for key in ("id", "day", "level", "topic", "insight")]
    context.table(rows, headings=headings, flat=True, spare=(3, 2, 1))


@app.command(epilog="Example: omoide dreams show 3")
def show(ctx: typer.Context, which: Which) -> None:
    """Show an entry whole: each sentence with the events it rests on."""
    context: CliContext = ctx.obj
    mind = context.mind()
    entry = mind.dreams.get(which)
    if context.json:
        context.show(insight_json(entry, mind.persona))
    else:
        _whole(context, entry, mind.persona)


@app.command(epilog="Example: omoide dreams reflect")
def reflect(ctx: typer.Context) -> None:
    """Reflect on days that are over; after a night it happens by itself."""
    context: CliContext = ctx.obj
    report = context.mind().dreams.reflect()
    made = [{"day": day.isoformat(), "level": level} for day, level in report.made]
    if context.json:
        context.show(
            {
                "made": made,
                "remade": [day.isoformat() for day in report.remade],
                "new_goals": report.new_goals,
                "moved_goals": list(report.moved_goals),
                "stopped_by": report.stopped_by or None,
            }
        )
        return
    language = context.language
    for day, level in report.made:
        context.say(word("reflected", language, day=day.isoformat(), level=level_word(level, language)))
    for day in report.remade:
        context.say(word("remade", language, day=day.isoformat()))
    if report.new_goals or report.moved_goals:
        context.say(word("goals", language, count=report.new_goals, moved=str(len(report.moved_goals))))
    if report.stopped_by:
        context.say(word("stopped", language, why=report.stopped_by))
    elif not (report.made or report.remade):
        context.say(word("nothing", language))


@app.command(epilog="Example: omoide dreams history")
def history(ctx: typer.Context) -> None:
    """Show which days were reflected on, and how deeply."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.dreams.reflections()
    if context.json:
        context.show(
            [
                {
                    "day": each.day.isoformat(),
                    "level": each.level,
                    "at": moment.iso(each.at, tz=mind.persona.tz),
                    "by": each.by,
                }
                for each in found
            ]
        )
    elif not found:
        context.say(word("never", context.language))
    else:
        rows = [
            (
                each.day.isoformat(),
                level_word(each.level, context.language),
                moment.iso(each.at, tz=mind.persona.tz),
                each.by,
            )
            for each in found
        ]
        context.table(
            rows, headings=[word(key, context.language) for key in ("day", "level", "at", "by")], spare=(3, 2)
        )


@app.command(epilog="Example: omoide dreams remove 3")
def remove(ctx: typer.Context, which: Which) -> None:
    """Delete an entry; its day is not reflected on again."""
    context: CliContext = ctx.obj
    entry = context.mind().dreams.remove(which)
    if context.json:
        context.show({"id": int(entry.id)})
    else:
        context.say(word("removed", context.language, id=str(entry.id)))


@app.command(epilog="Example: omoide dreams export > insights.json")
def export(ctx: typer.Context) -> None:
    """Print the dream diary in the shape of Nexus Ark's insights.json."""
    context: CliContext = ctx.obj
    context.show(context.mind().dreams.export())


def insight_json(entry: Insight, persona: "Persona") -> dict[str, object]:
    """Return an entry for programs, with the names of NEX's file."""
    fields = as_json(
        id=int(entry.id),
        day=None if entry.day is None else entry.day.isoformat(),
        level=entry.level or None,
        created_at=moment.iso(entry.created, tz=persona.tz),
        trigger_topic=entry.trigger_topic,
        insight=entry.text,
        sentences=[{"text": each.text, "events": list(each.evidence)} for each in entry.sentences],
        strategy=entry.strategy,
        log_entry=entry.log_entry,
        by=entry.by,
        question_id=entry.question_id,
    )
    return dict(fields)


def _whole(context: "CliContext", entry: Insight, persona: "Persona") -> None:
    language = context.language
    day = "" if entry.day is None else entry.day.isoformat()
    context.say("  ".join(part for part in (str(entry.id), day, level_word(entry.level, language)) if part))
    for sentence in entry.sentences:
        context.say(f"  {sentence.text}")
        if sentence.evidence:
            context.say(f"    {word('rests_on', language, ids=', '.join(map(str, sentence.evidence)))}")
    for key, text in (("strategy", entry.strategy), ("log_entry", entry.log_entry), ("trigger", entry.trigger_topic)):
        if text:
            context.say(word(key, language, text=text))
    context.say(word("told_by", language, at=moment.iso(entry.created, tz=persona.tz), by=entry.by))
