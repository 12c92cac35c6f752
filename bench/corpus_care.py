"""What must not go wrong with beliefs, besides their being right: dates, endings, persons, traps, polarities, names.

Each figure is a share with what it is a share of; those of beliefs are given for what is asserted and with what is only supposed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from bench.corpus_gold import TELLING, TRUTHS, match_of
from bench.digest_gold import same, turns_of
from bench.labelled import LabelledTurn, Speaker
from omoide import Mind
from omoide.domain.beliefs.preference import Status
from omoide.domain.beliefs.state import USER, State, StateKind
from omoide.domain.events.event import EventId

KINDS = (StateKind.FACT, StateKind.RELATION, StateKind.TASK)
ENDING = ("end", "done", "correct")


def cared(mind: Mind, speaker: Speaker, events: Mapping[str, EventId]) -> Counter[str]:
    """Return the counts of one speaker; `name` and `name/of` belong together."""
    turn_of = {int(event): turn for turn, event in events.items()}
    turns = {turn.id: turn for turn in speaker.turns}
    found: Counter[str] = Counter()
    for supposed, suffix in ((False, ""), (True, " with candidates")):
        held = [one for kind in KINDS for one in mind.beliefs.all(kind=kind, ended=True, candidates=supposed)]
        rests = {one.id: sorted(turns_of(mind, one, turn_of)) for one in held}
        for state in held:
            told = [turns[turn] for turn in rests[state.id]]
            found.update(_suffixed(name, suffix) for name in _of_belief(state, told, speaker))
        false = {
            turn
            for one in held
            if one.about == USER
            for turn, is_end in _steps(mind, one, turn_of)
            if not (_is_ended(one, turns[turn]) if is_end else not _is_false(one, turns[turn], speaker))
        }
        false |= set(_false_tastes(mind, turns, turn_of, supposed=supposed))
        traps = {turn.id for turn in speaker.turns if turn.traps}
        found.update({f"trap turns with a false belief about the user{suffix}": len(false & traps)})
        found.update({f"trap turns with a false belief about the user{suffix}/of": len(traps)})
    found.update(_endings(mind, speaker, turn_of))
    found.update(_polarities(mind, speaker))
    found.update(_names(mind, speaker, events))
    return found


def shares(counts: Counter[str]) -> dict[str, str]:
    """Return each figure as a share and its counts."""
    return {
        name.removesuffix(
            "/of"
        ): f"{counts[name.removesuffix('/of')] / max(1, total):.3f} ({counts[name.removesuffix('/of')]} of {total})"
        for name, total in sorted(counts.items())
        if name.endswith("/of")
    }


def _suffixed(name: str, suffix: str) -> str:
    return f"{name.removesuffix('/of')}{suffix}{'/of' if name.endswith('/of') else ''}"


def _of_belief(state: State, told: list[LabelledTurn], speaker: Speaker) -> Iterator[str]:
    yield "somebody else's thing ascribed to the user/of"
    value = str(state.payload.get("value", state.body))
    others = [b for turn in told for b in turn.beliefs if b["about"] != USER and same(value, b["value"])]
    is_right = any(match_of(state, turn, speaker, (*TRUTHS, "task")) for turn in told)
    if state.about == USER and others and not is_right:
        yield "somebody else's thing ascribed to the user"
    if state.kind is not StateKind.TASK:
        return
    dues = {
        b["due"] for turn in told for b in turn.beliefs
        if b["kind"] == "task" and b["op"] in TELLING and b.get("due") and same(value, b["value"])
    }  # fmt: skip
    if dues:
        yield "due date right/of"
        if str(state.payload.get("due", ""))[:10] in dues:
            yield "due date right"


def _steps(mind: Mind, state: State, turn_of: Mapping[int, str]) -> set[tuple[str, bool]]:
    """Return the turns that a belief rests on, each with whether the belief ended there; what ends is not told again."""
    return {
        (turn_of[int(event)], before is not None and before.valid_to is None and after.valid_to is not None)
        for step in mind.beliefs.history(state.id)
        for before, after in [(step.change.before, step.change.after)]
        for event in step.change.evidence
        if int(event) in turn_of
    }


def _is_ended(state: State, turn: LabelledTurn) -> bool:
    value = str(state.payload.get("value", state.body))
    return any(
        b["op"] != "assert" and (same(value, b["value"]) or b["attribute"] == state.attribute) for b in turn.beliefs
    )


def _is_false(state: State, turn: LabelledTurn, speaker: Speaker) -> bool:
    return match_of(state, turn, speaker, (*TRUTHS, "task")) is None


def _false_tastes(
    mind: Mind, turns: Mapping[str, LabelledTurn], turn_of: Mapping[int, str], *, supposed: bool
) -> Iterator[str]:
    for held in mind.preferences.all(status=None if supposed else Status.CONFIRMED):
        for step in mind.preferences.history(held.id):
            for event in step.change.evidence:
                turn = turns.get(turn_of.get(int(event), ""))
                if turn is not None and not any(
                    b["kind"] == "preference" and same(held.subject, b["value"]) for b in turn.beliefs
                ):
                    yield turn.id


def _endings(mind: Mind, speaker: Speaker, turn_of: Mapping[int, str]) -> Counter[str]:
    """Count what is over and was recognised: something that shares its words or its attribute ended in that turn.

    It was held until then, or (`never held before`) is known from then on as something that is over.
    """
    ended: dict[str, list[State]] = {}
    held: dict[str, list[State]] = {}
    for kind in KINDS:
        for state in mind.beliefs.all(kind=kind, ended=True, candidates=True):
            for step in mind.beliefs.history(state.id):
                after, before = step.change.after, step.change.before
                for event in step.change.evidence:
                    told_in = turn_of.get(int(event), "")
                    held.setdefault(told_in, []).append(after)
                    if after.valid_to is not None and (before is None or before.valid_to is None):
                        ended.setdefault(told_in, []).append(after)
    found: Counter[str] = Counter()
    for turn in speaker.turns:
        labelled = [b for b in turn.beliefs if b["op"] != "assert"]
        found["endings that no label holds/of"] += len(ended.get(turn.id, []))
        found["endings that no label holds"] += 0 if labelled else len(ended.get(turn.id, []))
        for belief in turn.beliefs:
            if belief["op"] not in ENDING or belief["kind"] == "preference":
                continue
            found[f"{belief['op']} recognised/of"] += 1
            near = ended.get(turn.id, []) + (held.get(turn.id, []) if belief["op"] == "correct" else [])
            meant = [
                one
                for one in near
                if same(str(one.payload.get("value", one.body)), belief["value"])
                or one.attribute == belief["attribute"]
            ]
            found[f"{belief['op']} recognised"] += bool(meant)
            found[f"{belief['op']} recognised, never held before/of"] += 1
            found[f"{belief['op']} recognised, never held before"] += bool(meant) and all(
                one.is_told_as_over for one in meant
            )
    return found


def _polarities(mind: Mind, speaker: Speaker) -> Counter[str]:
    gold = [b for turn in speaker.turns for b in turn.beliefs if b["kind"] == "preference" and b["about"] == USER]
    found: Counter[str] = Counter()
    for held in mind.preferences.all():
        poles = {b["polarity"] for b in gold if same(held.subject, b["value"])}
        if poles:
            found["polarity right/of"] += 1
            found["polarity right"] += held.polarity.value in poles
    return found


def _names(mind: Mind, speaker: Speaker, events: Mapping[str, EventId]) -> Counter[str]:
    """Count names as halves of an F1: twice what was hit, of what was told and what was wanted."""
    found: Counter[str] = Counter()
    for turn in speaker.turns:
        notes = mind.annotations(events[turn.id])
        mine = {one.name for one in notes.entities} if notes is not None else set()
        found["names, F1"] += 2 * len(mine & turn.entities)
        found["names, F1/of"] += len(mine) + len(turn.entities)
    return found
