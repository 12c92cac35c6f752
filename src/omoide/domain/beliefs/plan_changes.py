"""Turns a write plan into changes, or says why not (SPEC S1–S4, X2, X3, X8; 004 更新の原則).

Pure: plan and what was shown go in, changes or reasons come out.  Contradictions coexist or split a period; nothing is
overwritten.  What the owner settled is not rewritten, and what the owner struck out does not come back by inference.  A
guess in the way of either is no fault of the plan: `state_steps` leaves it out.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from omoide.domain.beliefs import preference, state_steps
from omoide.domain.beliefs.grounding import is_retelling, is_spoken_of
from omoide.domain.beliefs.preference import PreferenceChange, PreferenceOp, PreferenceUpdate
from omoide.domain.beliefs.state import ABOUT, PERSONA, SAID_BY, USER, State, StateId, StateKind, same_words
from omoide.domain.beliefs.state_steps import named
from omoide.domain.beliefs.write_plan import (
    HEARSAY_CONFIDENCE,
    Changes,
    RefusedPlan,
    Shown,
    StateOp,
    StateUpdate,
    WritePlan,
    breaks_voice,
)
from omoide.domain.events import context_graph
from omoide.domain.events.context_graph import Link
from omoide.domain.events.event import EventId, of_source


def changes(plan: WritePlan, shown: Shown) -> Changes | RefusedPlan:
    """Return what the plan changes; every reason against it when there is one."""
    reasons = tuple(faults(plan, shown))
    if reasons:
        return RefusedPlan(reasons)
    return Changes(
        annotations=plan.annotations,
        states=state_steps.steps(plan.states, shown),
        preferences=_preferences(plan, shown),
        affect=plan.affect,
        threads=plan.threads,
        links=tuple(Link(shown.event.id, each.to, each.label, each.confidence) for each in plan.links),
    )


def faults(plan: WritePlan, shown: Shown) -> Iterator[str]:
    """Yield what is wrong with the plan."""
    touched: set[StateId] = set()
    for number, update in enumerate(plan.states, start=1):
        for fault in _state_faults(update, shown, touched):
            yield f"state_updates[{number}]: {fault}"
        if update.state_id is not None:
            touched.add(update.state_id)
    if sum(update.kind is StateKind.LONG_MOOD for update in plan.states) > 1:
        yield "state_updates: there is one long_mood_state; the plan changes it twice"
    for number, wish in enumerate(plan.preferences, start=1):
        for fault in _preference_faults(wish, shown):
            yield f"preference_updates[{number}]: {fault}"
    if plan.affect is not None and (wrong := breaks_voice(" ".join((plan.affect.text, *plan.affect.labels)))):
        yield f"event_affect: {wrong}"
    yield from _annotation_faults(plan)
    yield from _link_faults(plan, shown)


def _state_faults(update: StateUpdate, shown: Shown, touched: set[StateId]) -> Iterator[str]:
    yield from _evidence_faults(update.evidence, shown)
    for name, text in (("body_text", update.body), ("reason", update.reason)):
        if not text.strip():
            yield f"{name} is empty"
        elif wrong := breaks_voice(text):
            yield f"{name} {wrong}"
    if update.valid_from is not None and update.valid_to is not None and update.valid_from > update.valid_to:
        yield "valid_from_ts lies after valid_to_ts"
    if update.state_id is not None and update.state_id in touched:
        yield f"state {update.state_id} is changed twice"
    match update.op:
        case StateOp.UPSERT:
            yield from _upsert_faults(update, shown)
        case StateOp.CLOSE | StateOp.MARK_DONE:
            yield from _ending_faults(update, shown)
        case unreachable:
            assert_never(unreachable)


def _upsert_faults(update: StateUpdate, shown: Shown) -> Iterator[str]:
    known = named(update, shown)
    if update.state_id is not None and known is None:
        yield f"state {update.state_id} is not among those shown"
    if known is not None and update.kind is not known.kind:
        yield f"state {known.id} is a {known.kind}, not a {update.kind}"
    if not update.candidate:
        yield from _owners_word_faults(update, known, shown)
    if update.kind is StateKind.LONG_MOOD:
        if update.candidate:
            yield "the long mood is felt, not supposed; it is no candidate"
        return
    about = update.payload.get(ABOUT, "")
    said_by = update.payload.get(SAID_BY, "")
    if said_by == USER and not shown.is_trusted:
        yield "payload.said_by is user, but in this event the user is not heard"
    if about != PERSONA and not shown.is_trusted:
        yield from _hearsay_faults(update, known, shown)
    if about != PERSONA and is_retelling(update.body, shown, evidence=update.evidence):
        yield "only the persona's own words speak of this; a retelling is no new evidence"


def _owners_word_faults(update: StateUpdate, known: State | None, shown: Shown) -> Iterator[str]:
    if known is not None and known.settled is not None and not same_words(known.body, update.body):
        yield f"state {known.id} was settled by the owner; add another beside it or close it, but do not rewrite it"
    if any(same_words(update.body, struck) for state in shown.states.values() for struck in state.struck_out):
        yield "the owner struck this out; it does not become a belief again by inference"


def _whence(shown: Shown) -> str:
    """Return where an event comes from, in one word."""
    origin = shown.event.origin
    return shown.event.source if origin is of_source(shown.event.source) else origin.value


def _hearsay_faults(update: StateUpdate, known: State | None, shown: Shown) -> Iterator[str]:
    """Yield what text from elsewhere may not do: confirm a belief, or be sure of a new one (SPEC X8)."""
    if known is not None and not update.candidate:
        yield f"only the user's own word confirms state {known.id}; this event comes from {_whence(shown)}"
    elif update.confidence > HEARSAY_CONFIDENCE:
        yield f"what the user did not say has a confidence of at most {HEARSAY_CONFIDENCE}"


def _ending_faults(update: StateUpdate, shown: Shown) -> Iterator[str]:
    known = named(update, shown)
    if update.state_id is None:
        yield f"{update.op} needs a state_id"
    elif known is None:
        yield f"state {update.state_id} is not among those shown"
    elif known.kind is not update.kind:
        yield f"state {known.id} is a {known.kind}, not a {update.kind}"
    elif known.kind is StateKind.LONG_MOOD:
        yield "the long mood is never closed; it changes"
    elif not shown.is_trusted and known.about == USER:
        yield f"only the user's own word ends state {known.id}; this event comes from {_whence(shown)}"
    elif known.is_past_at(shown.event.created) or known.is_done:
        yield f"state {known.id} is closed already"
    elif update.op is StateOp.MARK_DONE and known.kind is not StateKind.TASK:
        yield f"only a task can be done; state {known.id} is a {known.kind}"
    elif known.settled is not None and known.settled > shown.event.created and not update.candidate:
        yield f"state {known.id} was settled by the owner after this event"
    elif known.valid_from is not None and known.valid_from > (update.valid_to or shown.event.created):
        yield f"state {known.id} would end before it begins"


def _evidence_faults(evidence: tuple[EventId, ...], shown: Shown) -> Iterator[str]:
    if not evidence:
        yield "evidence_event_ids is empty"
    elif shown.event.id not in evidence:
        yield "evidence_event_ids does not hold the present event"
    for event_id in evidence:
        if event_id not in shown.events:
            yield f"event {event_id} is not among those shown"


def _preference_faults(update: PreferenceUpdate, shown: Shown) -> Iterator[str]:
    yield from _evidence_faults(update.evidence, shown)
    if not preference.subject_key(update.subject):
        yield "subject names nothing"
    for name, text in (("reason", update.reason), ("note", update.note)):
        if wrong := breaks_voice(text):
            yield f"{name} {wrong}"
    if not update.reason.strip():
        yield "reason is empty"
    if update.op is PreferenceOp.CONFIRM and not shown.is_trusted:
        yield "only the user's own word confirms a preference, and the user is not heard in this event"
    elif update.op is PreferenceOp.CONFIRM and not is_spoken_of(update.subject, shown, evidence=update.evidence):
        yield f"the user says nothing of {update.subject!r}; a guess may be a candidate, never confirmed"


def _annotation_faults(plan: WritePlan) -> Iterator[str]:
    note = plan.annotations
    if note.about_start is not None and note.about_end is not None and note.about_start > note.about_end:
        yield "event_annotations: about_start_ts lies after about_end_ts"
    years = note.about_year_start, note.about_year_end
    if years[0] is not None and years[1] is not None and years[0] > years[1]:
        yield "event_annotations: about_year_start lies after about_year_end"


def _link_faults(plan: WritePlan, shown: Shown) -> Iterator[str]:
    seen: set[tuple[EventId, str]] = set()
    for number, link in enumerate(plan.links, start=1):
        earlier = shown.events.get(link.to)
        if link.to == shown.event.id:
            yield f"context_updates.links[{number}]: an event cannot be linked to itself"
        elif earlier is None:
            yield f"context_updates.links[{number}]: event {link.to} is not among those shown"
        elif not context_graph.is_earlier(earlier, shown.event):
            yield f"context_updates.links[{number}]: event {link.to} is not earlier; links lead back in time only"
        if (link.to, link.label.value) in seen:
            yield f"context_updates.links[{number}]: the same link twice"
        seen.add((link.to, link.label.value))
    keys = [mark.key for mark in plan.threads]
    if len(keys) != len(set(keys)):
        yield "context_updates.threads: the same thread twice"


def _preferences(plan: WritePlan, shown: Shown) -> tuple[PreferenceChange, ...]:
    known, found = list(shown.preferences), list[PreferenceChange]()
    for update in plan.preferences:
        for change in preference.changed(update, known, at=shown.event.created):
            # A later line of the plan sees what an earlier one did; what is still unkept is changed in place.
            known = [one for one in known if one is not change.before] + [change.after]
            found = [one for one in found if one.after is not change.before] + [_joined(change, found)]
    return tuple(found)


def _joined(change: PreferenceChange, found: list[PreferenceChange]) -> PreferenceChange:
    earlier = next((one for one in found if one.after is change.before), None)
    return change if earlier is None else replace(change, before=earlier.before)
