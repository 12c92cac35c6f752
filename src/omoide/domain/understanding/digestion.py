"""Digestion: what became of an event once it was thought about (SPEC S3; 004)."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from omoide.domain.beliefs.write_plan import Changes, WritePlan
from omoide.domain.events.event import EventId
from omoide.domain.feelings.mood import MoodStep
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.time.moment import Moment


class Outcome(StrEnum):
    """How it ended."""

    APPLIED = "applied"
    REFUSED = "refused"
    """A plan was made and broke a rule; nothing of it was kept."""
    SKIPPED = "skipped"
    """There was nothing to think about: a command, output of a tool, our own words coming back."""


@dataclass(frozen=True, slots=True)
class Digestion:
    """The record of one event's digestion."""

    event_id: EventId
    outcome: Outcome
    at: Moment
    by: str = ""
    """Who made the plan: `rules`, `scripted`, or `provider:model`."""
    plan_key: str = ""
    reasons: tuple[str, ...] = ()
    """Why a plan was refused or the event skipped."""


@dataclass(frozen=True, slots=True)
class Digested:
    """Everything that is kept of one digestion, in one transaction."""

    record: Digestion
    happened: Moment
    """When the event was."""
    is_chat: bool
    changes: Changes | None = None
    mood: MoodStep | None = None
    emotions: tuple[EmotionEntry, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Backlog:
    """How far digesting has come."""

    waiting: int
    applied: int
    refused: int
    skipped: int


def plan_key(event_id: EventId, plan: WritePlan) -> str:
    """Return the key of this plan for this event: equal plans for one event have equal keys."""
    return hashlib.sha256(f"{event_id}\n{_told(plan)!r}".encode()).hexdigest()


def _told(plan: WritePlan) -> Iterable[str]:
    return [
        repr(getattr(plan, name)) for name in ("annotations", "states", "preferences", "affect", "threads", "links")
    ]
