"""The gold of the labelled conversation, and how beliefs are held against it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.labelled import LabelledTurn, Speaker, development_set
from omoide import Mind
from omoide.domain.beliefs.grounding import marks
from omoide.domain.beliefs.preference import subject_key
from omoide.domain.beliefs.state import USER, State, StateKind
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

TOKYO = moment.zone("Asia/Tokyo")


@dataclass(frozen=True, slots=True)
class Gold:
    """The conversation and what is true in it."""

    speaker: Speaker
    profile: dict[str, Any]

    @property
    def turns(self) -> tuple[LabelledTurn, ...]:
        """Return the turns in order."""
        return self.speaker.turns

    @property
    def end(self) -> Moment:
        """Return a moment after the last turn."""
        return Moment(self.turns[-1].at + 3600)

    @property
    def user(self) -> str:
        """Return the user's given name."""
        return str(self.profile["meta"]["user"]).split()[-1]


@dataclass(slots=True)
class Scored:
    """Right and wrong beliefs, and what was to be found."""

    right: int = 0
    wrong: int = 0
    found: set[str] = field(default_factory=set)
    wanted: int = 0
    lines: list[str] = field(default_factory=list)
    judged: list[tuple[float, str | None]] = field(default_factory=list)
    """How sure each belief is, and what it matches."""

    def add(self, told: str, gold_id: str | None, *, sure: float = 1.0) -> None:
        """Count one belief; `gold_id` names what it matches."""
        self.judged.append((sure, gold_id))
        self.right += gold_id is not None
        self.wrong += gold_id is None
        if gold_id is not None:
            self.found.add(gold_id)
        self.lines.append(f"{'ok ' + gold_id if gold_id else 'WRONG':8} {told}")

    @property
    def figures(self) -> dict[str, float | int | str]:
        """Return precision and recall."""
        told = self.right + self.wrong
        return {
            "found": len(self.found),
            "wanted": self.wanted,
            "false": self.wrong,
            "precision": round(self.right / told, 3) if told else "none told",
            "recall": round(len(self.found) / self.wanted, 3) if self.wanted else "none wanted",
        }

    @property
    def curve(self) -> dict[str, float]:
        """Return the most recall that there is at several precisions, surest beliefs first."""
        found: set[str] = set()
        right = 0
        points: list[tuple[float, float]] = []
        for told, (_, gold_id) in enumerate(sorted(self.judged, key=lambda one: -one[0]), 1):
            right += gold_id is not None
            found |= {gold_id} if gold_id else set()
            points.append((right / told, len(found) / max(1, self.wanted)))
        return {
            f"recall at precision {asked}": round(max([r for p, r in points if p >= asked], default=0.0), 3)
            for asked in (0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
        }

    def __add__(self, other: "Scored") -> "Scored":
        """Return both together; what is found must be named differently in each."""
        return Scored(
            self.right + other.right,
            self.wrong + other.wrong,
            self.found | other.found,
            self.wanted + other.wanted,
            self.lines + other.lines,
            self.judged + other.judged,
        )


def load(folder: Path) -> Gold:
    """Read the conversation and its gold."""
    profile = json.loads((folder / "profile.json").read_text(encoding="utf-8"))
    return Gold(development_set(folder), profile)


def scored_preferences(mind: Mind, gold: Gold) -> Scored:
    """Hold the confirmed preferences against those that the gold has confirmed at its end."""
    wanted = [one for one in gold.profile["preferences"] if one["status"] == "confirmed"]
    scored = Scored(wanted=len(wanted))
    for held in mind.preferences.all():
        match = next(
            (g["id"] for g in wanted if g["polarity"] == held.polarity.value and same(held.subject, g["object"])), None
        )
        scored.add(f"{held.polarity.value} {held.subject} ({held.domain.value})", match)
    return scored


def scored_facts(mind: Mind, gold: Gold, turn_of: Mapping[int, str]) -> Scored:
    """Hold every fact and relation ever believed against the gold: same turn, same subject, shared value."""
    scored = Scored(wanted=len(gold.profile["facts"]))
    for kind in (StateKind.FACT, StateKind.RELATION):
        for state in mind.beliefs.all(kind=kind, ended=True):
            scored.add(
                f"{state.body} [{state.about}] {turns_of(mind, state, turn_of)}", _fact(mind, state, gold, turn_of)
            )
    return scored


def scored_tasks(mind: Mind, gold: Gold, turn_of: Mapping[int, str]) -> Scored:
    """Hold every task ever believed against the gold: it was told in a turn of a gold task."""
    tasks = gold.profile["tasks"]
    scored = Scored(wanted=len(tasks))
    dates = statuses = 0
    for state in mind.beliefs.all(kind=StateKind.TASK, ended=True):
        told = turns_of(mind, state, turn_of)
        near = [g for g in tasks if told & {*g["evidence"], *g["done_evidence"]}]
        match = max(near, key=lambda g: len(marks(g["title"]) & marks(state.body)), default=None)
        if match is not None:
            dates += str(state.payload.get("due", "None"))[:10] == str(match["due"])
            statuses += state.is_done == (match["status"] == "done")
        due = state.payload.get("due", "")
        scored.add(
            f"{state.body} due={due} done={state.is_done} {sorted(told)}", None if match is None else match["id"]
        )
    scored.lines.append(f"dates right {dates}, status right {statuses}, of {scored.right}")
    return scored


def wrongly_ascribed(mind: Mind, gold: Gold, turn_of: Mapping[int, str]) -> list[str]:
    """Return beliefs about the user that rest on a turn in which the gold tells that value of someone else."""
    others = [fact for fact in gold.profile["facts"] if fact["subject"] != gold.user]
    wrong = []
    for state in mind.beliefs.all(about=USER, ended=True):
        if state.kind is StateKind.TASK or state.attribute == "pet":
            continue
        told, value = turns_of(mind, state, turn_of), str(state.payload.get("value", state.body))
        for fact in others:
            if (
                told & set(fact["evidence"])
                and same(value, fact["value"])
                and _fact(mind, state, gold, turn_of) is None
            ):
                wrong.append(f"{state.body} ← {fact['subject']}: {fact['value']}")
    return wrong


def _fact(mind: Mind, state: State, gold: Gold, turn_of: Mapping[int, str]) -> str | None:
    told = turns_of(mind, state, turn_of)
    value = str(state.payload.get("value", state.body))
    for fact in gold.profile["facts"]:
        subject = str(fact["subject"])
        is_users = subject == gold.user
        if state.attribute == "pet":
            is_same = subject == value
        else:
            is_same = is_users if state.about == USER else bool(state.about) and (state.about in subject)
        if state.attribute in ("relation", "pet") and is_same:
            return str(fact["id"])
        if is_same and told & set(fact["evidence"]) and (same(value, fact["value"]) or state.attribute == "memo"):
            return str(fact["id"])
    return None


def turns_of(mind: Mind, state: State, turn_of: Mapping[int, str]) -> set[str]:
    """Return the turns that a belief rests on."""
    return {
        turn_of[int(event)]
        for step in mind.beliefs.history(state.id)
        for event in step.change.evidence
        if int(event) in turn_of
    }


def same(one: str, other: str) -> bool:
    """Tell whether two values mean the same thing, as far as their words tell."""
    keys = [subject_key(part) for part in (one, *re.split(r"[（）()、。・]", one))]
    others = [subject_key(part) for part in (other, *re.split(r"[（）()、。・]", other))]
    if any(a and b and (a == b or (min(len(a), len(b)) >= 2 and (a in b or b in a))) for a in keys for b in others):
        return True
    numbers = set(re.findall(r"\d+(?:\.\d+)?", one)) & set(re.findall(r"\d+(?:\.\d+)?", other))
    return bool(marks(one) & marks(other)) or bool(numbers and one.strip().replace(".", "").isdigit())
