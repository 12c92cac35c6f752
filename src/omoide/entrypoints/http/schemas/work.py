"""Tools, documents, jobs and erasing, as they go in and out."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, Label, Number, ShownModel, When


class ToolShown(ShownModel):
    """Something a model may call."""

    name: str
    title: str
    description: str
    writes: bool
    destroys: bool
    repeatable: bool


class ToolCallGiven(GivenModel):
    """What a model gave."""

    arguments: dict[str, Any] = Field({}, examples=[{"query": "猫の名前"}])
    language: Literal["ja", "en"] | None = None
    session_id: Label = ""


class ToolAnswerShown(ShownModel):
    """What a tool answers: data for the model, and a line for the log."""

    data: dict[str, Any]
    announcement: str
    is_error: bool


class DocumentShown(ShownModel):
    """A document that can be looked up."""

    id: int
    name: str
    format: str
    size: int
    added: datetime
    changed: datetime


class TakenInShown(ShownModel):
    """What became of a document that was sent."""

    added: list[DocumentShown]
    changed: list[DocumentShown]
    unchanged: int


class DocumentHitShown(ShownModel):
    """What a document says about something."""

    text: str
    document: str
    cited: str
    score: float


class JobShown(ShownModel):
    """A piece of work that nobody waits for."""

    id: str = Field(examples=["digest-1-4"])
    kind: str
    state: str
    ordered: datetime
    attempt: int
    ended: datetime | None
    trouble: str = Field(description="The kind of error, in one word.")


class WorkShown(ShownModel):
    """Long work that was begun over HTTP: one that has not ended goes on."""

    kind: str = Field(examples=["import"])
    began: datetime
    ended: datetime | None
    done: int = Field(description="Of an import new turns or rows, of re-embedding texts.")
    total: int | None = Field(description="Of how many, where that is known.")
    refused: int = Field(description="Turns that could not be kept.")
    erased: int = Field(description="Turns that were erased before and did not come back.")


class WorkStarted(ShownModel):
    """That long work has begun; `progress` tells how far it is."""

    started: bool
    progress: str


class SpaceShown(ShownModel):
    """How far the vectors of one embedding space have come."""

    space: str
    is_active: bool
    passages: int
    vectors: int


class IndexShown(ShownModel):
    """The search index: how many texts have a vector in each space, and the last re-embedding that was begun here."""

    spaces: list[SpaceShown]
    work: WorkShown | None


class IndexGiven(GivenModel):
    """What is embedded."""

    anew: bool = Field(False, description="Throw the vectors in use away and make all of them again.")


class EraseGiven(GivenModel):
    """What goes for good: every condition that is given must hold."""

    event_ids: list[Number] | None = Field(None, min_length=1, max_length=1_000)
    session_id: Label | None = None
    since: When | None = None
    until: When | None = None
    about: Annotated[str, Field(max_length=200)] = ""
    client_id: Label | None = None
    source: Label | None = None
    everything: bool = Field(False, description="The whole persona.")
    confirm: Annotated[str, Field(max_length=100)] | None = Field(
        None,
        description="The persona's name; without it nothing is erased, and it is told what would go.",
        examples=["haru"],
    )


class LeftShown(ShownModel):
    """Where words of what was erased can still be found, and why."""

    place: str
    why: str
    pieces: int
    events: list[int]


class ErasedShown(ShownModel):
    """What went, or would go."""

    is_rehearsal: bool
    events: int
    redacted: list[int]
    rows: dict[str, int]
    left: list[LeftShown]
    is_clean: bool


class ExportShown(ShownModel):
    """Goals, open questions and the dream diary, in the shapes of Nexus Ark's own files."""

    goals: dict[str, Any]
    open_questions: list[dict[str, Any]]
    insights: list[dict[str, Any]]
