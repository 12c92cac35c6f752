"""Mood, emotions, inner state and due things, as they go in and out."""

from datetime import date, datetime

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, Label, ShownModel, When


class VadShown(ShownModel):
    """A feeling on three axes, each from -1 to 1: pleasant, excited, in control."""

    v: float
    a: float
    d: float


class MoodShown(ShownModel):
    """A mood: a slow baseline, and a shock that fades."""

    at: datetime
    baseline: VadShown
    shock: VadShown
    felt: VadShown
    text: str


class EmotionShown(ShownModel):
    """An emotion that the persona showed."""

    at: datetime
    category: str
    intensity: float
    bonding: str


class InnerStateShown(ShownModel):
    """What moves the persona from within."""

    at: datetime
    levels: dict[str, float]
    dominant: str | None
    narrative: str
    mood: MoodShown


class DueShown(ShownModel):
    """A due thing, and whether it is to be told."""

    id: int
    body: str
    due: datetime
    day: date
    stage: str
    is_open: bool
    told: datetime | None
    dismissed: bool
    snoozed_until: datetime | None
    line: str


class SnoozeGiven(GivenModel):
    """Until when a thing is not told."""

    until: When


class TellGiven(GivenModel):
    """In which session due things are told."""

    session_id: Label = Field("", examples=["chat-1"])
