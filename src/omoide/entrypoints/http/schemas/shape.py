"""What all schemas share, and how a value of ours is shown: field by field, moments as local time with an offset."""

import types
from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Generic, Self, TypeVar, Union, get_args, get_origin
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

LARGEST = 2**63 - 1
Number = Annotated[int, Field(ge=1, le=LARGEST)]
"""The number by which something is known."""
When = Annotated[
    str,
    Field(
        max_length=64,
        description="ISO 8601; local to the persona where no offset is given.",
        json_schema_extra={"format": "date-time"},
        examples=["2026-03-29T09:00:00+09:00"],
    ),
]
Label = Annotated[str, Field(max_length=200)]
"""A client's own name for a session, a client or a source."""
ItemT = TypeVar("ItemT")


class GivenModel(BaseModel):
    """What a caller sends: nothing is guessed, and nothing unknown is passed over."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ShownModel(BaseModel):
    """What a caller is shown."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def of(cls, value: object, *, tz: ZoneInfo, **more: object) -> Self:
        """Return a value of ours as it is shown; `more` are fields that it has by another name."""
        found = {
            name: more[name] if name in more else shown(getattr(value, name), field.annotation, tz=tz)
            for name, field in cls.model_fields.items()
        }
        return cls.model_validate(found)


class Page(ShownModel, Generic[ItemT]):
    """A portion of a list."""

    items: list[ItemT]
    next_cursor: str | None = Field(description="Give it as `cursor` for what follows; null at the end.")


class ProblemShown(ShownModel):
    """What went wrong (RFC 9457)."""

    type: str = Field(examples=["urn:omoide:error:persona-not-found"])
    title: str
    status: int
    detail: str
    kind: str = Field(description="The error's name.", examples=["PersonaNotFound"])
    request_id: str
    errors: list[dict[str, Any]] | None = Field(None, description="Which fields are wrong, and why.")


def shown(value: object, kind: Any, *, tz: ZoneInfo) -> object:
    """Return a value as a field of this kind shows it."""
    if value is None:
        return None
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(each for each in get_args(kind) if each is not types.NoneType)
    if kind is datetime and isinstance(value, int):
        return moment.local(Moment(value), tz=tz)
    if isinstance(kind, type) and issubclass(kind, ShownModel):
        return kind.of(value, tz=tz)
    if get_origin(kind) is list and isinstance(value, Iterable):
        [each] = get_args(kind)
        return [shown(one, each, tz=tz) for one in value]
    if isinstance(value, Enum):
        return value.value
    return dict(value) if get_origin(kind) is dict else value  # type: ignore[call-overload]
