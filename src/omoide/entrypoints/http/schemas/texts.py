"""Notes, entities, episodes, topics and the dream diary, as they go in and out."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from omoide.entrypoints.http.schemas.beliefs import BeliefShown, Reason
from omoide.entrypoints.http.schemas.shape import GivenModel, ShownModel
from omoide.entrypoints.http.schemas.wishes import By

NoteName = Literal["core_memory", "notepad", "diary"]
Written = Annotated[str, Field(max_length=1_000_000)]
EntityName = Annotated[str, Field(min_length=1, max_length=200)]


class NoteShown(ShownModel):
    """A note as it reads now."""

    kind: str
    period: str = Field(description="The month, where it is a diary's archive.")
    text: str
    version: int
    changed: datetime | None


class NoteGiven(GivenModel):
    """What a note is to say."""

    text: Written = Field(examples=["土曜は歯医者"])
    by: By = "owner"
    reason: Reason = ""


class NoteStepShown(ShownModel):
    """An edit of a note."""

    version: int
    at: datetime
    author: str
    act: str
    reason: str


class NoteHitShown(ShownModel):
    """A day or a paragraph of a note that holds words."""

    kind: str
    period: str
    day: date | None
    text: str
    share: float


class EntityShown(ShownModel):
    """Somebody or something the persona knows."""

    name: str
    aliases: list[str]
    text: str
    version: int
    created: datetime
    changed: datetime
    is_archived: bool


class ProfileShown(ShownModel):
    """Somebody or something with what is believed of it."""

    entity: EntityShown
    beliefs: list[BeliefShown]
    markdown: str


class EntityGiven(GivenModel):
    """What goes into a profile."""

    text: Written = Field(examples=["- 写真を撮るのが好き。"])
    mode: Literal["append", "consolidate", "replace"] = "append"
    by: By = "owner"
    reason: Reason = ""


class AliasesGiven(GivenModel):
    """Other names."""

    aliases: list[EntityName] = Field(min_length=1, max_length=50, examples=[["みお"]])
    by: By = "owner"


class EntityHitShown(ShownModel):
    """Somebody or something that holds words."""

    entity: EntityShown
    words: list[str]
    line: str


class ProposalShown(ShownModel):
    """A name that recurs, for somebody to write about."""

    id: int
    name: str
    status: str
    days: int
    uses: int
    made: datetime


class EpisodeShown(ShownModel):
    """A day or a week, told in the persona's own voice."""

    label: str = Field(examples=["episode_2026-01-15_001"])
    kind: str
    first: date
    last: date
    summary: str
    arousal: float
    created: datetime
    is_archived: bool
    original_count: int


class TopicShown(ShownModel):
    """What is spoken of again and again."""

    id: int
    name: str
    called: str
    nickname: str
    description: str
    is_fixed: bool
    is_archived: bool
    told: str
    created: datetime


class InsightShown(ShownModel):
    """An entry of the dream diary."""

    id: int
    created: datetime
    day: date | None
    level: int
    trigger_topic: str
    text: str
    strategy: str
    log_entry: str
    made_of: list[int]
