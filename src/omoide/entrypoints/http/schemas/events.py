"""Turns, recall and context, as they go in and out."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from omoide.domain.context.conversation import GivenMessages
from omoide.entrypoints.http.schemas.shape import GivenModel, Label, ShownModel, When

Kind = Literal["event", "memory", "belief", "preference", "episode", "insight", "diary", "topic", "entity"]
Said = Annotated[str, Field(max_length=4_000_000)]


class ObserveGiven(GivenModel):
    """A turn to keep.  Without `assistant` it is open, to be completed later."""

    user: Said = Field("", examples=["猫の名前はモモだよ"])
    assistant: Said | None = Field(None, examples=["モモちゃん、覚えたよ"])
    at: When | None = None
    session_id: Label = Field("", examples=["chat-1"])
    client_id: Label = ""
    source: Annotated[str, Field(min_length=1, max_length=200)] = "chat"
    image_summaries: list[Said] = Field(
        [], max_length=100, description="What pictures show; the pictures are not kept."
    )


class CompleteGiven(GivenModel):
    """The answer to an open turn."""

    assistant: Annotated[str, Field(min_length=1, max_length=4_000_000)] = Field(examples=["モモちゃん、覚えたよ"])
    at: When | None = None


class EventShown(ShownModel):
    """A turn that was kept; it never changes."""

    id: int
    created: datetime
    user: str
    assistant: str | None
    source: str
    client_id: str
    session_id: str
    image_summaries: list[str]
    is_complete: bool


class RecallGiven(GivenModel):
    """What something calls up is asked for."""

    cue: Said = Field(examples=["うちの猫、なんて名前だっけ"])
    limit: Annotated[int, Field(ge=1, le=200)] | None = None
    since: When | None = None
    until: When | None = None
    as_of: When | None = Field(None, description="As it was known then.")
    sources: list[Label] = Field([], max_length=50)
    session_id: Label | None = None
    kinds: list[Kind] | None = Field(
        None, max_length=20, description="Only these; all without.", examples=[["event", "memory"]]
    )
    strengthen: bool = Field(True, description="The coming night strengthens the memories among it.")
    deep: bool = Field(
        False, description="More of what was said is read together with the cue, and in full: slower, better."
    )


class RecollectionShown(ShownModel):
    """Something that came to mind."""

    key: str = Field(description="By which it is named, for `why` and `not-that`.", examples=["event:12"])
    kind: Kind
    text: str
    score: float
    events: list[int] = Field(description="The turns behind it.")
    at: datetime | None
    outdated_by: int | None = Field(description="The turn that says otherwise since.")
    near_only: bool = Field(description="Nothing said reads as an answer, and this only comes near it.")
    is_moving: bool
    is_new: bool
    why: str = Field(description="Why it came to mind, in the persona's language.")


class RecallShown(ShownModel):
    """What came to mind, the most relevant first."""

    recollections: list[RecollectionShown]
    milliseconds: float


class ContextGiven(GivenModel):
    """A conversation for which the persona's context is wanted: its messages, or the newest words alone."""

    messages: Said | list[dict[str, Any]] = Field(
        examples=[[{"role": "user", "content": "猫は元気？"}]],
        description="As they will be sent to a model, the user's newest message last; or just that one, as a text.",
    )
    session_id: Label = ""
    budget_tokens: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    model: Annotated[str, Field(max_length=200)] | None = Field(None, description="Whose tokens are counted.")
    now: When | None = None
    preview: bool = Field(False, description="Change nothing: only look.")
    render: Literal["openai", "anthropic"] | None = Field(
        None, description="Also return the messages with the context in them."
    )

    @property
    def conversation(self) -> GivenMessages:
        """Return the messages, or the words, as the library takes them."""
        return self.messages


class SectionOfContext(ShownModel):
    """A part of what is shown."""

    name: str
    tokens: int
    items: int


class LeftOutOfContext(ShownModel):
    """Something that is not shown, and why."""

    section: str
    key: str
    reason: str


class ContextShown(ShownModel):
    """What the persona should see before it answers."""

    constant: str = Field(description="The part that stays the same from turn to turn.")
    block: str = Field(description="What belongs to this turn.")
    turns: list[str] = Field(description="The blocks of all turns, as they were shown.")
    text: str
    tokens: int
    budget_tokens: int
    counted_by: str
    sections: list[SectionOfContext]
    left_out: list[LeftOutOfContext]
    rendered: Any = Field(None, description="The messages with the context in them, where that was asked for.")
