"""Sleeps and their stages, as they go in and out."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, ShownModel

StageName = Literal[
    "night", "episodes", "weekly", "reflect", "goals", "questions", "entities", "topics", "tidy", "index"
]


class SleepGiven(GivenModel):
    """What a sleep goes through."""

    stages: list[StageName] | None = Field(None, min_length=1, max_length=20, description="All without.")
    early: bool = Field(False, description="Bring the coming night forward.")


class StageShown(ShownModel):
    """How far a stage is."""

    stage: str
    state: str
    items: int
    total: int
    seconds: float
    why: str


class SleepShown(ShownModel):
    """A sleep: one that has not ended goes on, or was broken off."""

    id: int
    began: datetime
    ended: datetime | None
    by_itself: bool
    wanted: list[str]
    results: list[StageShown]


class SleepStarted(ShownModel):
    """That a sleep has begun; `progress` tells how far it is."""

    started: bool
    progress: str


class MorningShown(ShownModel):
    """What changed overnight, in the persona's voice."""

    text: str
    mood: str
    insights: list[str]
    due: list[str]
    sleep: SleepShown | None


class BacklogShown(ShownModel):
    """How many turns wait to be thought about, and what became of the others."""

    waiting: int
    applied: int
    refused: int
    skipped: int
