"""How beliefs are shown: what is believed, what is only supposed, and every step of it."""

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.questions import Question
from omoide.domain.beliefs.state import State, StateRevision
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.cli.beliefs.words import word
from omoide.entrypoints.cli.context import CliContext

if TYPE_CHECKING:
    from omoide.entrypoints.library.mind import Mind


def show_believed(context: CliContext, mind: "Mind", found: list[State], *, is_titled: bool) -> None:
    """Print what is believed; under a title where something else follows it."""
    if not found:
        context.say(word("no_beliefs", context.language))
        return
    if is_titled:
        context.say(word("believed", context.language))
    tz = mind.persona.tz
    rows = [
        (str(one.id), one.kind.value, one.about, one.body, f"{one.confidence:.2f}", _since(mind, one), local_day(one.valid_to, tz))
        for one in found
    ]  # fmt: skip
    names = ("id", "kind", "about", "belief", "sure", "since", "until")
    context.table(rows, headings=[word(name, context.language) for name in names], texts=(3,), spare=(1, 4, 6, 5, 2))


def show_supposed(context: CliContext, mind: "Mind", found: list[State]) -> None:
    """Print what is only supposed, and how to settle it."""
    if not found:
        context.say(word("nothing_supposed", context.language))
        return
    context.say("\n" + word("supposed", context.language))
    tz = mind.persona.tz
    rows = [
        (str(one.id), likely(one.confidence), one.about, one.body, local_day(one.last_confirmed, tz)) for one in found
    ]
    names = ("id", "likely", "about", "supposition", "when")
    context.table(rows, headings=[word(name, context.language) for name in names], texts=(3,), spare=(4, 2))
    context.say(word("settle", context.language))


def told(state: State, context: CliContext) -> str:
    """Return what a belief says, marked where it is only supposed."""
    return word("only_supposed", context.language, body=state.body) if state.candidate else state.body


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
        "candidate": state.candidate,
        "valid_from": iso(state.valid_from),
        "valid_to": iso(state.valid_to) if state.valid_to != moment.EARLIEST else "never",
        "last_confirmed": iso(state.last_confirmed),
        "settled_by_owner": iso(state.settled),
        "entities": [one.name for one in state.entities],
        "payload": dict(state.payload),
    }


def question_json(question: Question) -> dict[str, object]:
    """Return a question as JSON shows it."""
    return {
        "about": question.target.value,
        "id": question.id,
        "question": question.text,
        "confidence": question.confidence,
    }


def show_change(context: CliContext, state: State, persona: Persona, what: str) -> None:
    """Print what the owner changed."""
    if context.json:
        context.show(belief_json(state, persona))
    else:
        context.say(word(what, context.language, id=state.id, body=state.body))


def show_changes(context: CliContext, states: list[State], persona: Persona, what: str) -> None:
    """Print what the owner changed in one go."""
    if context.json:
        context.show([belief_json(state, persona) for state in states])
        return
    for state in states:
        context.say(word(what, context.language, id=state.id, body=state.body))


def show_steps(context: CliContext, steps: list[StateRevision], persona: Persona) -> None:
    """Print every step of a belief."""
    if context.json:
        context.show([_step_json(one, persona) for one in steps])
        return
    for one in steps:
        until = local_day(one.change.after.valid_to, persona.tz)
        context.say(
            f"{one.number}. {moment.iso(one.at, tz=persona.tz)}  {word(one.origin.value, context.language)}  "
            f"{evidence_ids(one.change.evidence)}".rstrip()
        )
        context.say(f"   {told(one.change.after, context)}" + (f"  (→ {until})" if until else ""))
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


def evidence_ids(evidence: tuple[EventId, ...]) -> str:
    """Return the events of an evidence as they are shown."""
    return " ".join(f"#{event_id}" for event_id in evidence)


def likely(confidence: float) -> str:
    """Return how likely something is, as people read it."""
    return f"{confidence:.0%}"


def _since(mind: "Mind", state: State) -> str:
    """Return since when it holds; where nobody said, by when it did: it was heard then at the latest."""
    if state.valid_from is not None:
        return local_day(state.valid_from, mind.persona.tz)
    heard = min(step.at for step in mind.beliefs.history(state.id))
    return f"≤ {local_day(heard, mind.persona.tz)}"


def local_day(when: Moment | None, tz: ZoneInfo) -> str:
    """Return a moment in local time; nothing where there is none to tell."""
    if when is None or when == moment.EARLIEST:
        return ""
    return moment.local(when, tz=tz).strftime("%Y-%m-%d %H:%M")
