"""`omoide questions list|show|add|resolve|reopen|delete|review|export`."""

from typing import TYPE_CHECKING, Annotated

import typer

from omoide.domain.questions.question import OpenQuestion
from omoide.domain.text.excerpt import one_line
from omoide.domain.time import moment
from omoide.entrypoints.cli.context import as_json
from omoide.entrypoints.cli.questions.words import status_word, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omoide.domain.personas.persona import Persona
    from omoide.entrypoints.cli.context import CliContext

LONGEST_LISTED = 140
app = typer.Typer(help="What the persona would like to know.", no_args_is_help=False, rich_markup_mode=None)
Which = Annotated[str, typer.Argument(help="A question's number.", metavar="QUESTION")]


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show what is open when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_questions, ctx)


@app.command("list", epilog="Example: omoide questions list --all")
def list_questions(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Also questions that were answered or let go.")] = False,
) -> None:
    """Show the open questions, those that pull most first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.questions.list(ended=every)
    if context.json:
        context.show([question_json(each, mind.persona) for each in found])
    elif not found:
        context.say(word("none", context.language))
    else:
        _tabled(context, found)


@app.command(epilog="Example: omoide questions show 3")
def show(ctx: typer.Context, which: Which) -> None:
    """Show a question, where it comes from, and its answer."""
    context: CliContext = ctx.obj
    mind = context.mind()
    question = mind.questions.get(which)
    if context.json:
        context.show(question_json(question, mind.persona))
    else:
        _whole(context, question)


@app.command(epilog='Example: omoide questions add 猫の好物 --context "何が好きか聞いていない" --priority 0.8')
def add(
    ctx: typer.Context,
    topic: Annotated[str, typer.Argument(help="What it is about.")],
    context: Annotated[str, typer.Option(help="Why it is asked.")] = "",
    priority: Annotated[float, typer.Option(help="From 0 to 1.")] = 0.5,
) -> None:
    """Add a question of your own."""
    _told(ctx.obj, ctx.obj.mind().questions.add(topic, context=context, priority=priority), "added")


@app.command(epilog="Example: omoide questions resolve 3 --answer チキン味のカリカリ")
def resolve(
    ctx: typer.Context, which: Which, answer: Annotated[str, typer.Option(help="What is known now.")] = ""
) -> None:
    """Mark a question as answered; the next night remembers what was learnt."""
    _told(ctx.obj, ctx.obj.mind().questions.resolve(which, answer=answer), "resolved")


@app.command(epilog="Example: omoide questions reopen 3")
def reopen(ctx: typer.Context, which: Which) -> None:
    """Take back that a question was answered, or let go."""
    _told(ctx.obj, ctx.obj.mind().questions.reopen(which), "reopened")


@app.command(epilog="Example: omoide questions delete 3")
def delete(ctx: typer.Context, which: Which) -> None:
    """Delete a question; it is not asked again."""
    _told(ctx.obj, ctx.obj.mind().questions.delete(which), "deleted")


@app.command(epilog="Example: omoide questions review")
def review(ctx: typer.Context) -> None:
    """Look at questions as each night does: what was answered, what is open, what was learnt."""
    context: CliContext = ctx.obj
    report = context.mind().questions.review()
    learnt = {"facts": report.learnt.facts, "insights": report.learnt.insights, "skipped": report.learnt.skipped}
    moved = {"resolved": report.resolved, "raised": report.raised, "faded": report.faded, **learnt}
    why = report.stopped_by or report.learnt.stopped_by
    if context.json:
        context.show({**moved, "stopped_by": why or None})
        return
    counts = {name: len(ids) for name, ids in moved.items()}
    context.say(word("nothing" if report.is_empty else "reviewed", context.language, **counts))
    if why:
        context.say(word("stopped", context.language, why=why))


@app.command(epilog="Example: omoide questions export")
def export(ctx: typer.Context) -> None:
    """Print the open questions in the shape of Nexus Ark's open_questions."""
    context: CliContext = ctx.obj
    context.show(context.mind().questions.export())


def question_json(question: OpenQuestion, persona: "Persona") -> dict[str, object]:
    """Return a question for programs, with the names of NEX's file."""
    fields = as_json(
        id=int(question.id),
        topic=question.topic,
        context=question.context,
        priority=question.priority,
        source_date=question.source_date.isoformat(),
        status=question.status.value,
        by=question.author.value,
        answer=question.answer or None,
        resolved_at=None if question.resolved is None else moment.iso(question.resolved, tz=persona.tz),
        converted=None if question.conversion is None else question.conversion.value,
        events=list(question.evidence) or None,
        answer_events=list(question.answer_evidence) or None,
    )
    return dict(fields)


def _tabled(context: "CliContext", found: "Sequence[OpenQuestion]") -> None:
    language = context.language
    rows = [
        (
            str(each.id),
            f"{each.priority:.2f}",
            status_word(each.status, language),
            each.source_date.isoformat(),
            one_line(f"{each.topic} — {each.context}" if each.context else each.topic, longest=LONGEST_LISTED),
        )
        for each in found
    ]
    headings = [word(key, language) for key in ("id", "priority", "status", "from", "question")]
    context.table(rows, headings=headings, flat=True, spare=(3, 2, 1))


def _whole(context: "CliContext", question: OpenQuestion) -> None:
    language = context.language
    context.say(f"{question.id}  {status_word(question.status, language)}  {question.priority:.2f}")
    for line in (question.topic, question.context):
        if line:
            context.say(f"  {line}")
    if question.evidence:
        context.say(word("rests_on", language, ids=", ".join(map(str, question.evidence))))
    if question.answer:
        context.say(word("answer", language, text=question.answer))
    if question.answer_evidence:
        context.say(word("answered_by", language, ids=", ".join(map(str, question.answer_evidence))))
    if question.conversion is not None:
        context.say(word("became", language, kind=question.conversion.value))


def _told(context: "CliContext", question: OpenQuestion, key: str) -> None:
    if context.json:
        context.show(question_json(question, context.mind().persona))
    else:
        context.say(word(key, context.language, id=str(question.id)))
