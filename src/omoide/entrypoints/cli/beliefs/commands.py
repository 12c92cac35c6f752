"""`omoide beliefs` and `omoide preferences`: what is believed, since when, why, and the owner's word on it."""

from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from omoide.domain.beliefs.preference import Preference
from omoide.domain.beliefs.state import State, StateRevision
from omoide.domain.context.shown import shown_text
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.beliefs.words import word
from omoide.entrypoints.cli.context import CliContext

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind

app = typer.Typer(help="What the persona believes, and why.", no_args_is_help=True, rich_markup_mode=None)
preferences = typer.Typer(help="Likes and dislikes of the user.", no_args_is_help=True, rich_markup_mode=None)

Id = Annotated[int, typer.Argument(help="Number of the belief.")]
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
) -> None:
    """Show what is believed, now or at another time."""
    context: CliContext = ctx.obj
    mind = context.mind()
    found = mind.beliefs.all(
        as_of=as_of, known_at=known_at, valid_at=valid_at, kind=kind, about=about, ended=everything
    )
    if context.json:
        context.show([belief_json(state, mind.persona) for state in found])
    elif not found:
        context.say(word("no_beliefs", context.language))
    else:
        tz = mind.persona.tz
        rows = [
            (str(one.id), one.kind.value, one.about, one.body, f"{one.confidence:.2f}", _since(mind, one), _day(one.valid_to, tz))
            for one in found
        ]  # fmt: skip
        names = ("id", "kind", "about", "belief", "sure", "since", "until")
        headings = [word(name, context.language) for name in names]
        context.table(rows, headings=headings, texts=(3,), spare=(1, 4, 6, 5, 2))


@app.command(epilog="Example: omoide beliefs show 3")
def show(ctx: typer.Context, belief: Id) -> None:
    """Show one belief whole."""
    context: CliContext = ctx.obj
    mind = context.mind()
    told = belief_json(mind.beliefs.get(belief), mind.persona)
    if context.json:
        context.show(told)
        return
    for name, value in told.items():
        context.say(f"{name}: {value}")


@app.command(epilog="Example: omoide beliefs history 3")
def history(ctx: typer.Context, belief: Id) -> None:
    """Show every step of a belief, oldest first."""
    context: CliContext = ctx.obj
    mind = context.mind()
    _steps(context, mind.beliefs.history(belief), mind.persona)


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
    context.say(steps[-1].change.after.body)
    for step in steps:
        context.say(f"  {moment.iso(step.at, tz=mind.persona.tz)}  {step.change.reason}")
    for event_id, turn in turns.items():
        context.say(f"  #{event_id}  {word('said', context.language, text=shown_text(turn.user))}")


@app.command(epilog='Example: omoide beliefs correct 3 "あなたは小立野に住んでいる"')
def correct(
    ctx: typer.Context, belief: Id, body: Annotated[str, typer.Argument(help="What is right.")], reason: Reason = ""
) -> None:
    """Say what is right; kept as an event, and not undone by inference."""
    context: CliContext = ctx.obj
    mind = context.mind()
    _changed(context, mind.beliefs.correct(belief, body, reason=reason), mind.persona, "corrected")


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
    _changed(context, mind.beliefs.close(belief, at=at, wrong=wrong, reason=reason), mind.persona, "closed")


@preferences.command("list", epilog="Example: omoide preferences list --all")
def list_preferences(
    ctx: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Also candidates and revoked ones.")] = False,
) -> None:
    """Show likes and dislikes; without --all the confirmed ones, which alone may be asserted."""
    context: CliContext = ctx.obj
    found = context.mind().preferences.all(status=None if everything else "confirmed")
    if context.json:
        context.show([_preference_json(one) for one in found])
    elif not found:
        context.say(word("no_preferences", context.language))
    else:
        rows = [
            (str(one.id), one.domain.value, word(one.polarity.value, context.language), one.subject, one.status.value)
            for one in found
        ]
        names = ("id", "domain", "polarity", "subject", "status")
        context.table(rows, headings=[word(name, context.language) for name in names], texts=(3,), spare=(1,))


@preferences.command("history", epilog="Example: omoide preferences history 2")
def preference_history(ctx: typer.Context, preference: Id) -> None:
    """Show every step of a like or dislike."""
    context: CliContext = ctx.obj
    mind = context.mind()
    steps = mind.preferences.history(preference)
    told = [
        (
            moment.iso(one.at, tz=mind.persona.tz),
            one.change.after.status.value,
            one.change.reason,
            _ids(one.change.evidence),
        )
        for one in steps
    ]
    names = ("when", "status", "why", "evidence")
    if context.json:
        context.show([dict(zip(names, line, strict=True)) for line in told])
    else:
        rows = [(_day(one.at, mind.persona.tz), *line[1:]) for one, line in zip(steps, told, strict=True)]
        context.table(rows, headings=[word(name, context.language) for name in names], texts=(0, 2), spare=(3,))


@preferences.command(epilog="Example: omoide preferences confirm 2")
def confirm(ctx: typer.Context, preference: Id, reason: Reason = "") -> None:
    """Say that it is so; its opposite is revoked."""
    _settled(ctx.obj, preference, "confirmed", reason)


@preferences.command(epilog="Example: omoide preferences revoke 2")
def revoke(ctx: typer.Context, preference: Id, reason: Reason = "") -> None:
    """Say that it is not so."""
    _settled(ctx.obj, preference, "revoked", reason)


def belief_json(state: State, persona: Persona) -> dict[str, object]:
    """Return a belief as JSON shows it."""

    def iso(when: Moment | None) -> str | None:
        return None if when is None else moment.iso(when, tz=persona.tz)

    return {
        "id": state.id,
        "kind": state.kind.value,
        "body": state.body,
        "about": state.about,
        "said_by": state.said_by,
        "confidence": state.confidence,
        "valid_from": iso(state.valid_from),
        "valid_to": iso(state.valid_to) if state.valid_to != moment.EARLIEST else "never",
        "last_confirmed": iso(state.last_confirmed),
        "settled_by_owner": iso(state.settled),
        "entities": [one.name for one in state.entities],
        "payload": dict(state.payload),
    }


def _settled(context: CliContext, preference: int, status: str, reason: str) -> None:
    kept = context.mind().preferences.settle(preference, status, reason=reason)
    if context.json:
        context.show(_preference_json(kept))
    else:
        context.say(word("settled", context.language, id=kept.id, status=kept.status.value))


def _changed(context: CliContext, state: State, persona: Persona, what: str) -> None:
    if context.json:
        context.show(belief_json(state, persona))
    else:
        context.say(word(what, context.language, id=state.id, body=state.body))


def _steps(context: CliContext, steps: list[StateRevision], persona: Persona) -> None:
    if context.json:
        context.show([_step_json(one, persona) for one in steps])
        return
    for one in steps:
        until = _day(one.change.after.valid_to, persona.tz)
        context.say(
            f"{one.number}. {moment.iso(one.at, tz=persona.tz)}  {word(one.origin.value, context.language)}  "
            f"{_ids(one.change.evidence)}".rstrip()
        )
        context.say(f"   {one.change.after.body}" + (f"  (→ {until})" if until else ""))
        context.say(f"   {one.change.reason}")


def _step_json(step: StateRevision, persona: Persona) -> dict[str, object]:
    before = step.change.before
    return {
        "number": step.number,
        "at": moment.iso(step.at, tz=persona.tz),
        "origin": step.origin.value,
        "before": None if before is None else belief_json(before, persona),
        "after": belief_json(step.change.after, persona),
        "reason": step.change.reason,
        "evidence": [int(event_id) for event_id in step.change.evidence],
    }


def _ids(evidence: tuple[EventId, ...]) -> str:
    return " ".join(f"#{event_id}" for event_id in evidence)


def _since(mind: "Mind", state: State) -> str:
    """Return since when it holds; where nobody said, by when it did: it was heard then at the latest."""
    if state.valid_from is not None:
        return _day(state.valid_from, mind.persona.tz)
    heard = min(step.at for step in mind.beliefs.history(state.id))
    return f"≤ {_day(heard, mind.persona.tz)}"


def _day(when: Moment | None, tz: ZoneInfo) -> str:
    if when is None or when == moment.EARLIEST:
        return ""
    return moment.local(when, tz=tz).strftime("%Y-%m-%d %H:%M")


def _preference_json(preference: Preference) -> dict[str, object]:
    return {
        "id": preference.id,
        "domain": preference.domain.value,
        "polarity": preference.polarity.value,
        "subject": preference.subject,
        "status": preference.status.value,
        "note": preference.note,
        "confidence": preference.confidence,
    }
