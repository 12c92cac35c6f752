"""Which version is meant: ETag and If-Match (RFC 9110)."""

import re
from typing import Annotated

from fastapi import Header, HTTPException

IfMatch = Annotated[
    str | None,
    Header(
        max_length=200, description="The ETag that was read: nothing is changed when somebody else has written since."
    ),
]
ANY = "*"


def etag(version: int | str) -> str:
    """Return a version as an ETag."""
    return f'"{version}"'


def require_match(if_match: str | None, current: int | str) -> None:
    """Raise 412 when the version that was read is no longer the current one."""
    if if_match is not None and ANY not in _tags(if_match) and str(current) not in _tags(if_match):
        raise moved()


def base_of(if_match: str | None, current: int) -> int | None:
    """Return the version on which an edit rests; `None` when any will do; raise 412 when it is not the current one."""
    require_match(if_match, current)
    return None if if_match is None or ANY in _tags(if_match) else current


def moved() -> HTTPException:
    """Return what is told to somebody who read an older version."""
    return HTTPException(412, "somebody else has written since; read it again and repeat the change")


def _tags(header: str) -> list[str]:
    if header.strip() == ANY:
        return [ANY]
    return re.findall(r'(?<!W/)"([^"]*)"', header)
