"""The beliefs that the corpus labels, and how those that were formed are held against them.

A belief is right when the gold of a turn it rests on holds one of the same kind about the same one, with a shared value; one that was
told as over when the gold says there that it ended.
"""

from collections.abc import Mapping
from typing import Any

from bench.digest_gold import Scored, same, turns_of
from bench.labelled import LabelledTurn, Speaker
from omoide import Mind
from omoide.domain.beliefs.preference import Status
from omoide.domain.beliefs.state import PERSONA, USER, State, StateKind

TELLING = ("assert", "correct")
"""What makes a belief; the other operations end or deny one."""
ENDED = ("end",)
TRUTHS = ("fact", "relation")


def scored(mind: Mind, speaker: Speaker, turn_of: Mapping[int, str]) -> dict[str, Scored]:
    """Return facts (and relations), preferences and tasks of one speaker: asserted, then with what is only supposed."""
    turns = {turn.id: turn for turn in speaker.turns}
    found: dict[str, Scored] = {}
    for supposed, suffix in ((False, ""), (True, " with candidates")):
        found[f"facts{suffix}"] = _states(mind, speaker, turns, turn_of, kinds=TRUTHS, supposed=supposed)
        found[f"preferences{suffix}"] = _preferences(mind, speaker, supposed=supposed)
        found[f"tasks{suffix}"] = _states(mind, speaker, turns, turn_of, kinds=("task",), supposed=supposed)
    found["over, never held"] = _states(mind, speaker, turns, turn_of, kinds=TRUTHS, supposed=True, over=True)
    return found


def _states(
    mind: Mind,
    speaker: Speaker,
    turns: Mapping[str, LabelledTurn],
    turn_of: Mapping[int, str],
    *,
    kinds: tuple[str, ...],
    supposed: bool,
    over: bool = False,
) -> Scored:
    score = Scored(wanted=len(told(speaker, kinds, ENDED if over else TELLING)))
    for kind in kinds:
        for state in mind.beliefs.all(kind=StateKind(kind), ended=True, candidates=supposed):
            if state.is_told_as_over != over:
                continue
            rests_on = sorted(turns_of(mind, state, turn_of))
            match = next((name for turn in rests_on if (name := match_of(state, turns[turn], speaker, kinds))), None)
            sure = state.confidence if state.candidate else 1 + state.confidence
            score.add(f"{speaker.name} {state.body} [{state.about}] {rests_on}", match, sure=sure)
    return score


def match_of(state: State, turn: LabelledTurn, speaker: Speaker, kinds: tuple[str, ...]) -> str | None:
    value = str(state.payload.get("value", state.body))
    ops = ENDED if state.is_told_as_over else TELLING
    for at, belief in enumerate(turn.beliefs):
        if belief["kind"] in kinds and belief["op"] in ops and _about(state, belief) and same(value, belief["value"]):
            return f"{speaker.name} {turn.id}/{at}"
    return None


def _about(state: State, belief: Mapping[str, Any]) -> bool:
    about = str(belief["about"])
    if about in (USER, PERSONA) or belief["kind"] == "task":
        return state.about == about
    return bool(state.about) and (state.about in about or about in state.about)


def _preferences(mind: Mind, speaker: Speaker, *, supposed: bool) -> Scored:
    """Hold confirmed preferences against the explicit ones, and all that are held against all that show."""
    wanted = [
        (name, one)
        for name, one in told(speaker, ("preference",))
        if (one.get("explicit") or supposed) and one["about"] == USER
    ]
    score = Scored(wanted=len(wanted))
    for held in mind.preferences.all(status=None if supposed else Status.CONFIRMED):
        match = next(
            (name for name, g in wanted if g["polarity"] == held.polarity.value and same(held.subject, g["value"])),
            None,
        )
        sure = held.confidence + (held.status is Status.CONFIRMED)
        score.add(f"{speaker.name} {held.polarity.value} {held.subject} ({held.domain.value})", match, sure=sure)
    return score


def told(speaker: Speaker, kinds: tuple[str, ...], ops: tuple[str, ...] = TELLING) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{speaker.name} {turn.id}/{at}", belief)
        for turn in speaker.turns
        for at, belief in enumerate(turn.beliefs)
        if belief["kind"] in kinds and belief["op"] in ops
    ]
