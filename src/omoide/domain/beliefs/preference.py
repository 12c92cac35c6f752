"""Likes and dislikes: guessed ones are candidates, only the user's explicit word confirms (SPEC S4; GHO 2.5).

Confirming one polarity revokes the other.  Nothing is deleted: what was revoked stays, and its history with it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NewType, assert_never

from omoide.domain.beliefs.state import Origin
from omoide.domain.events.event import EventId
from omoide.domain.text.readings import READINGS
from omoide.domain.text.tokens import fold_kana, normalised
from omoide.domain.time.moment import Moment

PreferenceId = NewType("PreferenceId", int)
UNKEPT: Final = PreferenceId(0)


class Domain(StrEnum):
    """What a preference is about; character and habits are none."""

    FOOD = "food"
    TOPIC = "topic"
    STYLE = "style"
    """How to talk with the user."""


class Polarity(StrEnum):
    """Which way it goes."""

    LIKE = "like"
    DISLIKE = "dislike"

    @property
    def opposite(self) -> "Polarity":
        """Return the other way."""
        return Polarity.DISLIKE if self is Polarity.LIKE else Polarity.LIKE


class Status(StrEnum):
    """How sure it is."""

    CANDIDATE = "candidate"
    """May be asked about, never asserted."""
    CONFIRMED = "confirmed"
    REVOKED = "revoked"


class PreferenceOp(StrEnum):
    """What a plan may do."""

    CANDIDATE = "upsert_candidate"
    CONFIRM = "confirm"
    REVOKE = "revoke"


@dataclass(frozen=True, slots=True)
class Preference:
    """One like or dislike of the user."""

    id: PreferenceId
    domain: Domain
    polarity: Polarity
    subject: str
    status: Status
    note: str = ""
    confidence: float = 0.5
    """0..1"""
    last_confirmed: Moment | None = None
    settled: Moment | None = None
    """When the owner said how it is."""
    version: int = 0

    @property
    def key(self) -> str:
        """Return the form under which subjects are one."""
        return subject_key(self.subject)


@dataclass(frozen=True, slots=True)
class PreferenceUpdate:
    """What a plan wants to change about one preference."""

    op: PreferenceOp
    domain: Domain
    polarity: Polarity
    subject: str
    note: str
    confidence: float
    evidence: tuple[EventId, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class PreferenceChange:
    """One step of a preference's history."""

    before: Preference | None
    after: Preference
    reason: str
    evidence: tuple[EventId, ...]


@dataclass(frozen=True, slots=True)
class PreferenceRevision:
    """A change that was kept."""

    number: int
    change: PreferenceChange
    at: Moment
    origin: Origin


_TRIMMED: Final = re.compile(r"[\s　「」『』\"'“”‘’()（）・、。,.!?！？~〜]+")
_TAIL: Final = re.compile(r"(?:全般|とか|など|系|のこと|の話題|の話)$")


def subject_key(subject: str) -> str:
    """Return one form for a subject however it is written: にんじん, 人参 and ニンジン are one."""
    plain = _TRIMMED.sub("", normalised(subject))
    plain = _TAIL.sub("", plain) or plain
    return fold_kana(READINGS.get(plain, READINGS.get(fold_kana(plain), plain)))


def changed(update: PreferenceUpdate, known: Sequence[Preference], *, at: Moment) -> list[PreferenceChange]:
    """Return the steps an update asks for: its own, and the revoking of the opposite when it confirms.

    A candidate never weakens what is confirmed, nor speaks against what the owner settled; revoking what is not there changes nothing.
    """
    key = subject_key(update.subject)
    same = [one for one in known if one.key == key]
    mine = next((one for one in same if one.polarity is update.polarity and one.domain is update.domain), None)
    mine = mine or next((one for one in same if one.polarity is update.polarity), None)
    match update.op:
        case PreferenceOp.CANDIDATE:
            is_decided = any(one.settled is not None and one.status is Status.CONFIRMED for one in same)
            return [] if is_decided else _candidate(update, mine, at=at)
        case PreferenceOp.CONFIRM:
            opposed = [one for one in same if one.polarity is not update.polarity and one.status is not Status.REVOKED]
            own = _stepped(update, mine, Status.CONFIRMED, at=at)
            return own + [_revoked(one, update) for one in opposed]
        case PreferenceOp.REVOKE:
            return [_revoked(mine, update)] if mine is not None and mine.status is not Status.REVOKED else []
        case unreachable:
            assert_never(unreachable)


def _candidate(update: PreferenceUpdate, mine: Preference | None, *, at: Moment) -> list[PreferenceChange]:
    if mine is not None and (mine.status is Status.CONFIRMED or mine.settled is not None):
        return []
    return _stepped(update, mine, Status.CANDIDATE, at=at)


def _stepped(
    update: PreferenceUpdate, mine: Preference | None, status: Status, *, at: Moment
) -> list[PreferenceChange]:
    fresh = mine or Preference(UNKEPT, update.domain, update.polarity, update.subject, status)
    after = replace(
        fresh,
        status=status,
        note=update.note or fresh.note,
        confidence=max(update.confidence, fresh.confidence) if mine and mine.status is status else update.confidence,
        last_confirmed=at,
    )
    return [PreferenceChange(mine, after, update.reason, update.evidence)] if after != mine else []


def _revoked(preference: Preference, update: PreferenceUpdate) -> PreferenceChange:
    return PreferenceChange(preference, replace(preference, status=Status.REVOKED), update.reason, update.evidence)
