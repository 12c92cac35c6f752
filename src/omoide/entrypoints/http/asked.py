"""Whose mind is meant, and whether whoever asks may: asked before a mind is opened."""

from typing import Annotated

from fastapi import Depends, Path, Query
from starlette.requests import Request

from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.web.caller import Caller, KeyScope, caller_of
from omoide.entrypoints.web.segments import put_back
from omoide.errors import InvalidInput

MOST = 200
"""Things in one portion of a list."""
PersonaPath = Annotated[str, Path(min_length=1, max_length=100, description="The persona's name.", examples=["haru"])]
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at once.")]
Cursor = Annotated[str | None, Query(max_length=300, description="Where the last portion ended: its `next_cursor`.")]


def home_of(request: Request) -> Omoide:
    """Return the home that is served."""
    home: Omoide = request.app.state.home
    return home


def _mind(request: Request, persona: str, scope: KeyScope) -> Mind:
    caller_of(request).require(scope, persona=persona)
    return home_of(request).mind(persona)


def reading(request: Request, persona: PersonaPath) -> Mind:
    """Return the mind for somebody who looks at it."""
    return _mind(request, persona, KeyScope.READ)


def writing(request: Request, persona: PersonaPath) -> Mind:
    """Return the mind for somebody who changes it."""
    return _mind(request, persona, KeyScope.WRITE)


def managing(request: Request, persona: PersonaPath) -> Mind:
    """Return the mind for somebody who may do everything with it."""
    return _mind(request, persona, KeyScope.ADMIN)


def managing_home(request: Request) -> Omoide:
    """Return the home for somebody who may do everything with all of it."""
    caller_of(request).require(KeyScope.ADMIN, persona=None)
    return home_of(request)


def asking(request: Request) -> Caller:
    """Return who asks."""
    return caller_of(request)


async def whole_names(request: Request) -> None:
    """Let every name in the address be read as it is, slashes and all: asked before any name is read."""
    put_back(request.scope.get("path_params", {}))


def nothing_unknown(request: Request) -> None:
    """Refuse a query that nobody reads: a condition that was misspelt must not be passed over."""
    dependant = getattr(request.scope.get("route"), "dependant", None)
    known = set() if dependant is None else {field.alias for field in dependant.query_params}
    if unknown := sorted(set(request.query_params) - known):
        raise InvalidInput(f"nothing is asked by {unknown[0]!r} here; known are: {', '.join(sorted(known)) or 'none'}")


Reader = Annotated[Mind, Depends(reading)]
Writer = Annotated[Mind, Depends(writing)]
Manager = Annotated[Mind, Depends(managing)]
HomeManager = Annotated[Omoide, Depends(managing_home)]
Asking = Annotated[Caller, Depends(asking)]
