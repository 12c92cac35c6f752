"""Personas, settings and keys, as they go in and out."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from omoide.entrypoints.http.schemas.shape import GivenModel, ShownModel

PersonaName = Annotated[str, Field(min_length=1, max_length=100)]
Zone = Annotated[str, Field(min_length=1, max_length=100)]
Tongue = Literal["ja", "en"]


class PersonaGiven(GivenModel):
    """A new persona."""

    name: PersonaName = Field(examples=["haru"])
    language: Tongue | None = Field(None, description="Without one, that of what is first said to it.")
    timezone: Zone | None = Field(None, examples=["Asia/Tokyo"])


class PersonaEdited(GivenModel):
    """What changes about a persona."""

    name: PersonaName | None = None
    language: Tongue | None = None
    timezone: Zone | None = None


class PersonaShown(ShownModel):
    """Whose mind it is."""

    name: str
    language: str
    timezone: str
    created: datetime


class SettingsShown(ShownModel):
    """The settings that a persona has of its own, as text by key."""

    settings: dict[str, str]


class SettingsGiven(GivenModel):
    """Settings to change; null takes one away."""

    settings: dict[Annotated[str, Field(max_length=200)], Annotated[str, Field(max_length=10_000)] | None] = Field(
        min_length=1, max_length=100, examples=[{"retrieval.top_k": "7"}]
    )


class KeyGiven(GivenModel):
    """A new key."""

    persona: PersonaName | None = Field(None, description="Whose mind alone it opens; all without.", examples=["haru"])
    scope: Literal["read", "write", "admin"] = "read"
    expires: Annotated[str, Field(max_length=40)] = Field("90d", examples=["30d", "never"])
    rate: Annotated[str, Field(max_length=20)] | None = Field(None, examples=["60/min"])


class KeyShown(ShownModel):
    """A key, without its secret."""

    id: str
    persona: str | None
    scope: str
    created: datetime
    expires: datetime | None
    revoked: datetime | None
    per_minute: int | None


class KeyMade(ShownModel):
    """A new key, and its text, which is never shown again."""

    key: KeyShown
    text: str


class AuditShown(ShownModel):
    """Who did what."""

    at: datetime
    key_id: str | None
    persona: str | None
    method: str
    route: str
    status: int
    request_id: str
