"""Personas, settings, keys."""

import hashlib
import json
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from starlette.requests import Request

from omoide.domain.keys.api_key import ApiKey
from omoide.domain.personas.persona import Persona, folded
from omoide.domain.time import moment
from omoide.entrypoints.http.asked import Asking, HomeManager, Manager, Reader, home_of
from omoide.entrypoints.http.described import with_etag
from omoide.entrypoints.http.etags import IfMatch, etag, require_match
from omoide.entrypoints.http.schemas.home import (
    AuditShown,
    KeyGiven,
    KeyMade,
    KeyShown,
    PersonaEdited,
    PersonaGiven,
    PersonaShown,
    SettingsGiven,
    SettingsShown,
)
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind

router = APIRouter()
KeyName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/personas", tags=["personas"])
def personas(asking: Asking, request: Request) -> list[PersonaShown]:
    """Return the personas whose minds this key opens, oldest first."""
    every = home_of(request).personas()
    mine = [each for each in every if asking.persona is None or folded(each.name) == folded(asking.persona)]
    return [_persona(each) for each in mine]


@router.post("/personas", status_code=201, tags=["personas"])
def add_persona(home: HomeManager, given: PersonaGiven) -> PersonaShown:
    """Make a persona."""
    return _persona(home.add_persona(given.name, language=given.language, timezone=given.timezone))


@router.get("/personas/{persona}", tags=["personas"])
def persona(mind: Reader) -> PersonaShown:
    """Return whose mind it is."""
    return _persona(mind.persona)


@router.patch("/personas/{persona}", tags=["personas"])
def change_persona(mind: Manager, given: PersonaEdited) -> PersonaShown:
    """Give a persona another name, language or time zone."""
    return _persona(mind.change(name=given.name, language=given.language, timezone=given.timezone))


@router.get("/personas/{persona}/settings", tags=["settings"], responses=with_etag("The settings"))
def settings(mind: Reader, response: Response) -> SettingsShown:
    """Return the settings that a persona has of its own."""
    return _settings(mind, response)


@router.patch("/personas/{persona}/settings", tags=["settings"], responses=with_etag("The settings"))
def change_settings(mind: Manager, given: SettingsGiven, response: Response, if_match: IfMatch = None) -> SettingsShown:
    """Give a persona its own values of settings; null takes one away."""
    require_match(if_match, _version(mind.settings()))
    for key, value in given.settings.items():
        mind.set(key, value)
    return _settings(mind, response)


@router.get("/keys", tags=["keys"])
def keys(home: HomeManager) -> list[KeyShown]:
    """Return every key, oldest first, without its secret."""
    return [_key(each, home) for each in home.keys.list()]


@router.post("/keys", status_code=201, tags=["keys"])
def add_key(home: HomeManager, given: KeyGiven) -> KeyMade:
    """Make a key; its text is never shown again."""
    made = home.keys.add(persona=given.persona, scope=given.scope, expires=given.expires, rate=given.rate)
    return KeyMade(key=_key(made.key, home), text=made.text)


@router.delete("/keys/{key_id}", tags=["keys"])
def revoke_key(home: HomeManager, key_id: KeyName) -> KeyShown:
    """Take a key back, at once."""
    return _key(home.keys.revoke(key_id), home)


@router.get("/audit", tags=["keys"])
def audit(home: HomeManager, limit: Annotated[int, Query(ge=1, le=1_000)] = 100) -> list[AuditShown]:
    """Return who did what over the wire, the newest first."""
    tz = moment.zone(home.configuration.timezone)
    return [AuditShown.of(each, tz=tz) for each in home.keys.audit(limit=limit)]


def _persona(one: Persona) -> PersonaShown:
    return PersonaShown.of(one, tz=one.tz)


def _key(key: ApiKey, home: Omoide) -> KeyShown:
    return KeyShown.of(key, tz=moment.zone(home.configuration.timezone))


def _version(own: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()[:16]


def _settings(mind: Mind, response: Response) -> SettingsShown:
    own = mind.settings()
    response.headers["ETag"] = etag(_version(own))
    return SettingsShown(settings=own)
