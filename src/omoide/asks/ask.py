"""What every question to a model has in common.

A model proposes, a rule disposes: an ask is a typed question that a language model, built-in rules or a script may
answer.  Rendering and parsing are pure, so that prompts can be snapshot-tested and answers stored under the hash of
what was asked.

The fence is a delimiter that nobody can foresee, made anew for every call.  Text of memories and users stands between
two lines of it and is data.  It must stand in `user` only: `system` stays the same for every ask of a kind.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Protocol, TypeVar

from pydantic import BaseModel

from omoide.domain.text.language import Language

AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class Role(StrEnum):
    """Which model is meant: the light one or the heavy one (NEX: INTERNAL_PROCESSING_MODEL, SUMMARIZATION_MODEL)."""

    INTERNAL = "internal"
    SUMMARY = "summary"


class Patience(StrEnum):
    """What happens when no model can be reached."""

    CAN_WAIT = "can_wait"
    """The ask stays pending and is asked again later."""
    NOW = "now"
    """Rules answer instead, at once."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A rendered question.  `system` is the same for every ask of a kind, so that a provider's prompt cache hits."""

    system: str
    user: str


class Ask(Protocol[AnswerT_co]):
    """A typed question; implemented by frozen dataclasses."""

    NAME: ClassVar[str]
    SCHEMA_VERSION: ClassVar[int]
    ROLE: ClassVar[Role]
    PATIENCE: ClassVar[Patience]
    SCHEMA: ClassVar[type[BaseModel]]
    """The shape of the answer on the wire; unknown fields and out-of-range numbers are dealt with as the seed says."""

    def render(self, *, language: Language, fence: str) -> Prompt:
        """Return the prompt; text of memories and users stands between lines of `fence`: data, never instruction."""
        ...

    def parse(self, answer: BaseModel) -> AnswerT_co:
        """Return the typed answer; raise `Refused` when it breaks a rule (an unknown id, a missing field)."""
        ...


def shape(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON schema of an answer without titles and descriptions: providers bill it with every call."""
    bare = _without_prose(schema.model_json_schema())
    if not isinstance(bare, dict):
        raise TypeError("a schema is an object")
    return bare


def _without_prose(part: object, *, names: bool = False) -> object:
    """Leave out what is meant for people; `names` tells that the keys of this part are fields' names."""
    if isinstance(part, dict):
        kept = {key: value for key, value in part.items() if names or key not in ("title", "description")}
        return {key: _without_prose(value, names=key in ("properties", "$defs")) for key, value in kept.items()}
    return [_without_prose(item) for item in part] if isinstance(part, list) else part


def answer_tokens(ask: Ask[AnswerT_co]) -> int:
    """Return how many tokens a complete answer may take; 0 when the ask does not say and the model's own limit holds."""
    return int(getattr(ask, "answer_tokens", 0))


CANONICAL_FENCE = "=== data ==="
"""Stands for the fence where a prompt is hashed or shown, so that the same question always has the same key."""


def fenced(text: str, *, fence: str) -> str:
    """Return the text between two lines of the fence; a fence inside the text is broken, so that it cannot end it."""
    inside = text.replace(fence, fence[:1] + "\u200b" + fence[1:])
    return f"{fence}\n{inside}\n{fence}"
