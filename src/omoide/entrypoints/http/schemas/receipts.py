"""Why something came to mind, and "not that", as they go in and out."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, ShownModel

ItemName = Annotated[str, Field(min_length=1, max_length=200)]


class CandidateShown(ShownModel):
    """Something that was found, and what became of it."""

    item: str = Field(examples=["event:12"])
    score: float
    fate: str
    parts: dict[str, float]
    words: list[str]


class ReceiptShown(ShownModel):
    """What is kept of a recall."""

    id: int
    at: datetime
    cue: str
    asked_by: str
    session_id: str
    found: int
    milliseconds: float
    candidates: list[CandidateShown]


class WhyShown(ShownModel):
    """Why something came to mind and other things did not, in the persona's language."""

    lines: list[str]
    receipt: ReceiptShown | None


class NotThatGiven(GivenModel):
    """Something that a cue does not mean."""

    item: ItemName = Field(examples=["event:12"])
    cue: Annotated[str, Field(max_length=100_000)] | None = Field(
        None, description="Without one, that of the last recall which showed it."
    )


class DemotionShown(ShownModel):
    """A "not that" that holds."""

    id: int
    item: str
    cue: str
    at: datetime
