"""One request to a model, and what can come of it: values without a vendor."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pydantic import BaseModel

from omoide.domain.models.spending import Usage


@dataclass(frozen=True, slots=True)
class Repair:
    """A broken answer and what was wrong with it, shown to the model once."""

    answer: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Request:
    """What goes over the wire."""

    system: str
    user: str
    schema: type[BaseModel]
    max_tokens: int
    timeout_seconds: float
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """What came back."""

    text: str
    usage: Usage
    refusal: str | None = None
    """Why the model or its filter declined, when it did."""
    is_cut: bool = False
    """Whether it ended because `max_tokens` were used up."""


@dataclass(frozen=True, slots=True)
class TalkMessage:
    """One message of a talk."""

    text: str
    is_answer: bool


@dataclass(frozen=True, slots=True)
class TalkRequest:
    """A talk that is to be answered in free words."""

    system: str
    turns: tuple[TalkMessage, ...]
    max_tokens: int
    timeout_seconds: float


class Trouble(StrEnum):
    """What a provider's error means for us."""

    PASSING = "passing"
    """429, 5xx, time-outs, resets: try again soon."""
    SETUP = "setup"
    """A wrong key, model name or address, or no credit: nobody's call will work until the owner acts."""
    DECLINED = "declined"
    """This request will never be answered: policy, or too long for the model."""


class CallFailed(Exception):
    """A call that brought no response.  The message never holds a key."""

    def __init__(self, trouble: Trouble, reason: str, *, asked_seconds: float | None = None) -> None:
        """Keep what it means."""
        super().__init__(reason)
        self.trouble = trouble
        self.reason = reason
        self.asked_seconds = asked_seconds
        """How long the provider asked us to wait."""


class Wire(Protocol):
    """Sends one request to one model."""

    def send(self, request: Request) -> Response:
        """Return the response; raise `CallFailed` when there is none."""
        ...


class TalkWire(Wire, Protocol):
    """Can also let an answer be heard as it comes."""

    def stream(self, request: TalkRequest, heard: Callable[[str], None]) -> Usage:
        """Let each piece of an answer be heard as it comes; return what it used.  Raise `CallFailed` when it breaks off."""
        ...
