"""`omoide beliefs`: what is believed, since when, why, what is only supposed, and the owner's word on it."""

from typing import Annotated

import typer

from omoide.domain.beliefs.candidates import likeliest_first
from omoide.domain.context.shown import shown_text
from omoide.domain.time import moment
from omoide.entrypoints.cli.beliefs.shown import (
    belief_json,
    likely,
    question_json,
    show_believed,
    show_change,
    show_changes,
    show_steps,
    show_supposed,
    told,
)
from omoide.entrypoints.cli.beliefs.words import word
from omoide.entrypoints.cli.context import CliContext
from omoide.entrypoints.cli.dashed import DashedText

app = typer.Typer(
    help="What the persona believes, and why; without a command: what it believes now.", rich_markup_mode=None
)

Id = Annotated[int, typer.Argument(help="Number of the belief.")]
Ids = Annotated[list[int], typer.Argument(help="Numbers, one or several.", metavar="ID...")]
Reason = Annotated[str, typer.Option(help="Why; kept with the change.")]


@app.command("list", epilog="Example: omoide beliefs list --as-of 2026-05-01 --about user")
def list_(
    ctx: typer.Context,
    as_of: Annotated[str | None, typer.Option(help="What was believed then to be true then.")] = None,
    known_at: Annotated[str | None, typer.Option(help="As it was believed then.")] = None,
    valid_at: Annotated[str | None, typer.Option(help="What was true then, as far as is known now.")] = None,
    kind: Annotated[str | None, typer.Option(help="fact, relation, task, summary or long_mood_state.")] = None,
    about: Annotated[str | None, typer.Option(help="user, persona or a name.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also what has ended.")] = False,
    candidates: Annotated[bool, typer.Option("--candidates", help="Only what is supposed and not known.")] = False,
) -> None:
    """Show what is believed, now or at another time, and apart from it what is only supposed.

    As JSON what is believed; with --candidates what is supposed.
    """
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.beliefs.all(
        as_of=as_of, known_at=known_at, valid_at=valid_at, kind=kind, about=about, ended=everything, candidates=True
    )
    believed = [state for state in found if not state.candidate]
    supposed = likeliest_first(state for state in found if state.candidate and state.settled is None)
    if context.json:
        context.show([belief_json(state, mind.persona) for state in (supposed if candidates else believed)])
        return
    if not candidates:
        show_believed(context, mind, believed, is_titled=bool(supposed))
    if supposed or candidates:
        show_supposed(context, mind, supposed)


@app.callback(invoke_without_command=True)
def now(ctx: typer.Context) -> None:
    """Show what is believed when nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, ctx)


@app.command(epilog="Example: omoide beliefs confirm 3 5 8")
def confirm(ctx: typer.Context, beliefs: Ids, reason: Reason = "") -> None:
    """Say of what is supposed that it is so, several at once; nothing is changed when one of them is unknown."""
    context: CliContext = ctx.obj
    mind = context.mind()
    show_changes(context, mind.beliefs.confirm(*beliefs, reason=reason), mind.persona, "confirmed_belief")


@app.command("strike-out", epilog="Example: omoide beliefs strike-out 4 6")
def strike_out(ctx: typer.Context, beliefs: Ids, reason: Reason = "") -> None:
    """Say that it is not so and never was, several at once; no guess brings it back."""
    context: CliContext = ctx.obj
    mind = context.mind()
    show_changes(context, mind.beliefs.strike_out(*beliefs, reason=reason), mind.persona, "struck_out")


@app.command(epilog="Example: omoide beliefs ask --limit 5")
def ask(ctx: typer.Context, limit: Annotated[int, typer.Option(help="How many questions at most.", min=1)] = 3) -> None:
    """Show the likeliest of what is only supposed as questions to ask; each once in seven days."""
    context: CliContext = ctx.obj
    found = context.mind().beliefs.to_ask(limit=limit)
    if context.json:
        context.show([question_json(question) for question in found])
    elif not found:
        context.say(word("nothing_to_ask", context.language))
    else:
        for question in found:
            context.say(question.text)
            said = f"ask_{question.target.value}"
            context.say(word(said, context.language, id=question.id, likely=likely(question.confidence)))


@app.command(epilog="Example: omoide beliefs show 3")
def show(ctx: typer.Context, belief: Id) -> None:
    """Show one belief whole."""
    context: CliContext = ctx.obj
    mind = context.mind()
    fields = belief_json(mind.beliefs.get(belief), mind.persona)
    if context.json:
        context.show(fields)
        return
    for name, value in fields.items():
        context.say(f"{name}: {value}")


@app.command(epilog="Example: omoide beliefs history 3")
def history(ctx: typer.Context, belief: Id) -> None:
    """Show every step of a belief, oldest first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    show_steps(context, mind.beliefs.history(belief), mind.persona)


@app.command(epilog="Example: omoide beliefs why 3")
def why(ctx: typer.Context, belief: Id) -> None:
    """Show the reason of a belief, and the words of the turns it rests on."""
    context: CliContext = ctx.obj
    mind = context.mind()
    steps = mind.beliefs.history(belief)
    ids = dict.fromkeys(event_id for step in steps for event_id in step.change.evidence)
    turns = {event_id: mind.event(event_id) for event_id in ids}
    if context.json:
        said = [
            {"event": int(event_id), "user": turn.user, "assistant": turn.assistant} for event_id, turn in turns.items()
        ]
        last = steps[-1].change
        context.show({"belief": last.after.body, "reason": last.reason, "evidence": said})
        return
    context.say(told(steps[-1].change.after, context))
    for step in steps:
        context.say(f"  {moment.iso(step.at, tz=mind.persona.tz)}  {step.change.reason}")
    for event_id, turn in turns.items():
        context.say(f"  #{event_id}  {word('said', context.language, text=shown_text(turn.user))}")


@app.command(cls=DashedText, epilog='Example: omoide beliefs correct 3 "あなたは小立野に住んでいる"')
def correct(
    ctx: typer.Context, belief: Id, body: Annotated[str, typer.Argument(help="What is right.")], reason: Reason = ""
) -> None:
    """Say what is right; kept as an event, and not undone by inference."""
    context: CliContext = ctx.obj
    mind = context.mind()
    show_change(context, mind.beliefs.correct(belief, body, reason=reason), mind.persona, "corrected")


@app.command(epilog="Example: omoide beliefs close 3 --at 2026-06-20")
def close(
    ctx: typer.Context,
    belief: Id,
    at: Annotated[str | None, typer.Option(help="When it ended; now without it.")] = None,
    wrong: Annotated[bool, typer.Option("--wrong", help="It never was so.")] = False,
    reason: Reason = "",
) -> None:
    """Say that something is over, or never was so."""
    context: CliContext = ctx.obj
    mind = context.mind()
    show_change(context, mind.beliefs.close(belief, at=at, wrong=wrong, reason=reason), mind.persona, "closed")
