"""Beliefs and preferences, as they go in and out."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, ShownModel, When

BeliefKind = Literal["fact", "relation", "task", "summary", "long_mood_state"]
PreferenceStatus = Literal["candidate", "confirmed", "revoked", "all"]
Reason = Annotated[str, Field(max_length=2_000)]


class BeliefShown(ShownModel):
    """Something that is believed."""

    id: int
    kind: str
    body: str
    about: str
    confidence: float
    valid_from: datetime | None
    valid_to: datetime | None
    last_confirmed: datetime | None
    settled: datetime | None = Field(description="When the owner said so.")
    candidate: bool = Field(description="Only supposed: to be asked, never asserted.")
    version: int
    payload: dict[str, Any]


class BeliefStepShown(ShownModel):
    """A step in a belief's history."""

    number: int
    at: datetime
    origin: str
    reason: str
    evidence: list[int]
    before: BeliefShown | None
    after: BeliefShown


class CorrectGiven(GivenModel):
    """What is right."""

    body: Annotated[str, Field(min_length=1, max_length=10_000)] = Field(examples=["猫の名前はモモ"])
    reason: Reason = ""


class WordGiven(GivenModel):
    """The owner's word, and why."""

    reason: Reason = ""


class CloseGiven(GivenModel):
    """That something is over, or never was so."""

    at: When | None = None
    wrong: bool = False
    reason: Reason = ""


class AskedShown(ShownModel):
    """A question about something that is only supposed."""

    target: str
    id: int
    text: str
    confidence: float


class PreferenceShown(ShownModel):
    """Something that is liked or disliked."""

    id: int
    domain: str
    polarity: str
    subject: str
    status: str
    note: str
    confidence: float
    last_confirmed: datetime | None
    settled: datetime | None
    version: int
