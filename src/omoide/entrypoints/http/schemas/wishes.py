"""Goals and open questions, as they go in and out."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, ShownModel

By = Literal["owner", "persona"]
Term = Literal["short", "long"]
Words = Annotated[str, Field(min_length=1, max_length=4_000)]
MayBeEmpty = Annotated[str, Field(max_length=4_000)]
Priority = Annotated[int, Field(ge=1, le=5)]


class ProgressShown(ShownModel):
    """What came of a goal."""

    at: datetime
    text: str
    author: str


class GoalShown(ShownModel):
    """Something the persona wants to reach."""

    label: str = Field(examples=["sh_000012"])
    term: str
    text: str
    priority: int
    status: str
    created: datetime
    ended: datetime | None
    reason: str
    notes: list[ProgressShown]
    evidence: list[int]
    version: int


class GoalGiven(GivenModel):
    """A new goal."""

    text: Words = Field(examples=["創作ノートで詩を書く"])
    term: Term = "short"
    priority: Priority = 3
    by: By = "owner"


class GoalEdited(GivenModel):
    """What changes about a goal."""

    text: Words | None = None
    term: Term | None = None
    priority: Priority | None = None
    by: By = "owner"


class GoalNoted(GivenModel):
    """What came of a goal."""

    text: Words = Field(examples=["題が決まった"])
    by: By = "owner"


class GoalEnded(GivenModel):
    """How a goal ended: what came of it, or why it is given up."""

    note: MayBeEmpty = ""
    by: By = "owner"


class QuestionShown(ShownModel):
    """Something the persona would like to know."""

    id: int
    topic: str
    context: str
    priority: float
    source_date: date
    created: datetime
    status: str
    answer: str
    resolved: datetime | None
    evidence: list[int]
    version: int


class QuestionGiven(GivenModel):
    """A new question."""

    topic: Words = Field(examples=["猫の好物"])
    context: MayBeEmpty = ""
    priority: Annotated[float, Field(ge=0, le=1)] = 0.5
    by: By = "owner"


class AnswerGiven(GivenModel):
    """What answers a question."""

    answer: MayBeEmpty = Field("", examples=["チキン味のカリカリ"])
    by: By = "owner"
